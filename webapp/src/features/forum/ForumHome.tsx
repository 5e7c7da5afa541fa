import { useQuery } from "@connectrpc/connect-query";
import { Button, Group, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoginLinks } from "../../components/LoginLinks";
import { useLive } from "../../components/live/useLive";
import { EmptyState, ErrorState } from "../../components/States";
import { ForumThreadSort } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { useBoard } from "../../lib/board/board";
import { nameOf } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { AboutLink, siteAddress } from "./AboutLink";
import { useForum } from "./context";
import { useChannels, useThreads } from "./queries";
import { SearchResults } from "./SearchResults";
import { ThreadList } from "./ThreadList";
import { sortOf, ThreadTabs } from "./ThreadTabs";
import { useNewThread } from "./useNewThread";

const route = getRouteApi("/forum/");

/**
 * The forum without a channel: search results, the channel of a project, threads about a page of another site, or the
 * latest threads of all channels.
 */
export function ForumHome() {
  const { q, project, about, link, sort } = route.useSearch();
  if (q) return <SearchResults q={q} />;
  if (project) return <ProjectChannel projectId={project} />;
  const site = siteAddress(link);
  if (about && site) return <AboutLink key={site} title={about} link={site} />;
  return <Welcome sort={sortOf(sort)} />;
}

function Welcome({ sort }: { sort: ForumThreadSort | undefined }) {
  const { name: boardName } = useBoard();
  useLive("forum");
  const { channels } = useChannels();
  const threads = useThreads("", sort);
  const { createChannel } = useForum();
  const { status } = useSession();
  const { start, dialog } = useNewThread();
  const login = status === "guest" && (
    <Group gap="sm">
      <LoginLinks login="Login to Participate" filled="login" />
    </Group>
  );
  const title = `Welcome to ${boardName}`;
  if (channels?.length === 0) {
    return (
      <EmptyState
        level={2}
        title={title}
        text="No channels yet. Start the first conversation."
        action={
          login || (
            <Button variant="filled" onClick={() => createChannel()}>
              Create First Channel
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <Group justify="space-between" gap="md" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed">Pick a channel, or read what was said last.</Text>
        </div>
        {login || (
          <Button variant="filled" onClick={start}>
            <IconPlus size={16} />
            New Thread
          </Button>
        )}
      </Group>
      <ThreadTabs />
      <ThreadList
        query={threads}
        mixed
        empty={
          sort === ForumThreadSort.UNANSWERED ? (
            <EmptyState title="Every thread has an answer" />
          ) : (
            <EmptyState title="No threads yet" text="Pick a channel and start the first one." />
          )
        }
      />
      {dialog}
    </>
  );
}

/** Goes to the channel of a project. If there is none, any user can create it. */
function ProjectChannel({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const { createChannel } = useForum();
  const query = useQuery(ForumService.method.listChannels, { projectId });
  const channelId = query.data?.channels[0]?.id;
  useEffect(() => {
    if (channelId) void navigate({ to: "/forum/$channelId", params: { channelId }, replace: true });
  }, [channelId, navigate]);
  const { data } = useQuery(
    ProjectService.method.getProject,
    { id: projectId },
    { enabled: query.isSuccess && !channelId },
  );
  const project = data?.project;

  if (query.error) {
    return <ErrorState title="Couldn't load the channel" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending || channelId) return <div aria-busy="true" />;
  return (
    <EmptyState
      level={2}
      title="No channel for this project yet"
      action={
        <>
          <ButtonLink to="/projects/$id" params={{ id: project ? nameOf(project) : projectId }}>
            Back to the Project
          </ButtonLink>
          {project && (
            <Button variant="filled" onClick={() => createChannel({ id: projectId, title: project.title })}>
              Create Channel
            </Button>
          )}
        </>
      }
    />
  );
}
