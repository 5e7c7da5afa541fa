import { useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Box, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconEdit, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { LoginLink } from "../../components/LoginLinks";
import { useLive } from "../../components/live/useLive";
import { MuteButton } from "../../components/mute/MuteButton";
import { EmptyState } from "../../components/States";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { type ForumChannel, ForumThreadSort } from "../../gen/uvboard/v1/forum_pb";
import { MuteType } from "../../gen/uvboard/v1/notification_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useTitle } from "../../lib/page/useTitle";
import { useSession } from "../../lib/session/session";
import { tooltip } from "../../lib/ui/tooltip";
import { useDialog } from "../../lib/ui/useDialog";
import css from "./Forum.module.css";
import { GuestBanner } from "./GuestBanner";
import { useChannel, useThreads } from "./queries";
import { SearchResults } from "./SearchResults";
import { ThreadList } from "./ThreadList";
import { sortOf, ThreadTabs } from "./ThreadTabs";
import { useNewThread } from "./useNewThread";

const route = getRouteApi("/forum/$channelId");
const loadEdit = () => import("./ChannelDialog").then((file) => file.EditChannelDialog);

/** A channel with its threads, or what a search found in it. */
export function ChannelPage() {
  const { channelId } = route.useParams();
  const { q, sort } = route.useSearch();
  const channel = useChannel(channelId);
  useTitle(channel ? `${channel.name} - Discuss` : undefined);
  if (q) return <SearchResults q={q} channelId={channelId} />;
  if (channel === null) return <ChannelNotFound />;
  return <Channel key={channelId} id={channelId} sort={sortOf(sort)} />;
}

function Channel({ id, sort }: { id: string; sort: ForumThreadSort | undefined }) {
  useLive(`forum_channel:${id}`);
  const channel = useChannel(id);
  const projectId = channel?.projectId ?? "";
  // Left out if it cannot be seen.
  const project = useQuery(ProjectService.method.getProject, { id: projectId }, { enabled: projectId !== "" }).data
    ?.project;
  const query = useThreads(id, sort);
  const { status, user } = useSession();
  const { start, dialog } = useNewThread(id);
  const guest = status === "guest";
  return (
    <>
      <div className={css.channelHead}>
        <Box miw={0} style={{ overflowWrap: "anywhere" }}>
          <Group gap="xs" wrap="nowrap">
            <Title order={2} miw={0}>
              {channel ? channel.name : <Skeleton width={160} height={20} my={4} />}
            </Title>
            {channel && <EditChannel channel={channel} maker={project?.userId} />}
          </Group>
          {channel?.description && <Text c="dimmed">{channel.description}</Text>}
          {project && (
            <Text size="sm" mt={4}>
              About{" "}
              <TextLink to="/projects/$id" params={{ id: nameOf(project) }}>
                {project.title}
              </TextLink>
            </Text>
          )}
        </Box>
        <Group gap="xs">
          {user && <MuteButton type={MuteType.CHANNEL} id={id} name="this channel" />}
          <FollowButton type={FollowType.CHANNEL} id={id} name="this channel" size="md" />
          <Button variant="filled" onClick={start} {...tooltip(guest ? "Login to create threads" : undefined)}>
            <IconPlus size={16} />
            New Thread
          </Button>
        </Group>
      </div>
      <GuestBanner />
      <ThreadTabs channelId={id} />
      <ThreadList
        query={query}
        empty={
          sort === ForumThreadSort.UNANSWERED ? (
            <EmptyState title="Every thread has an answer" />
          ) : (
            <EmptyState
              title="No threads in this channel"
              action={
                guest ? (
                  <LoginLink>Login to Start Discussion</LoginLink>
                ) : (
                  <Button onClick={start}>Start Discussion</Button>
                )
              }
            />
          )
        }
      />
      {dialog}
    </>
  );
}

/** Edits a channel, for its creator, the maker of its project and admins. */
function EditChannel({ channel, maker }: { channel: ForumChannel; maker: string | undefined }) {
  const { user } = useSession();
  const dialog = useDialog();
  const EditChannelDialog = useLazyComponent(loadEdit, dialog.opened, dialog.close);
  if (!user || !(user.isAdmin || user.id === channel.userId || user.id === maker)) return null;
  return (
    <>
      <ActionIcon size="sm" aria-label="Edit channel" onClick={dialog.open}>
        <IconEdit size={18} />
      </ActionIcon>
      {EditChannelDialog && (
        <EditChannelDialog key={dialog.key} channel={channel} opened={dialog.opened} onClose={dialog.close} />
      )}
    </>
  );
}

function ChannelNotFound() {
  return (
    <EmptyState
      level={2}
      title="Channel Not Found"
      text="The channel you're looking for doesn't exist or has been removed."
      action={<ButtonLink to={paths.discuss}>Back to Discuss</ButtonLink>}
    />
  );
}
