import { useInfiniteQuery, useTransport } from "@connectrpc/connect-query";
import { Button, Group, Text } from "@mantine/core";
import { IconPlus, IconRss } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { HiddenLine } from "../../components/HiddenNotice";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { SideEmpty, SideError } from "../../components/States";
import { UserText } from "../../components/UserText";
import { Via } from "../../components/Via";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { type ProjectUpdate, ProjectUpdateKind } from "../../gen/uvboard/v1/project_update_pb";
import { ProjectUpdateService } from "../../gen/uvboard/v1/project_update_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useScrollToHash } from "../../lib/page/useScrollToHash";
import { loadLater } from "../../lib/server/first";
import { paging } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";
import { stageLabels } from "../../lib/text/labels";
import { useDialog } from "../../lib/ui/useDialog";
import css from "./Updates.module.css";

const loadDialog = () => import("./UpdateDialog").then((file) => file.UpdateDialog);
const loadMenu = () => import("./UpdateMenu").then((file) => file.UpdateMenu);

/** What is new in the project, newest first. Without updates, only the owner of a public project sees the section. */
export function Updates({ project }: { project: Project }) {
  const { user } = useSession();
  const own = user?.id === project.userId;
  const client = useQueryClient();
  const transport = useTransport();
  useState(() => loadLater(client, transport, ProjectUpdateService));
  const query = useInfiniteQuery(
    ProjectUpdateService.method.listProjectUpdates,
    { projectId: project.id, pageSize: 5, pageToken: "" },
    paging,
  );
  const dialog = useDialog();
  const UpdateDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  // Their code is for those who may use it.
  const UpdateMenu = useLazyComponent(loadMenu, own || Boolean(user?.isAdmin), () => undefined);
  const updates = query.data?.pages.flatMap((page) => page.updates);
  useScrollToHash("update-", updates !== undefined);
  const may = own && project.isPublic;
  if (updates ? updates.length === 0 && !may : !query.error) return null;
  return (
    <section aria-labelledby="updates">
      <div className="head">
        <h2 id="updates">Updates</h2>
        <Group gap="xs" ml="auto">
          {project.isPublic && updates && updates.length > 0 && (
            <ButtonExternal href={`${paths.project(nameOf(project))}/feed.xml`} variant="subtle" size="sm">
              <IconRss size={16} />
              Feed
            </ButtonExternal>
          )}
          {may && (
            <Button size="sm" onClick={dialog.open}>
              <IconPlus size={16} />
              Post an Update
            </Button>
          )}
        </Group>
      </div>
      {query.error && !updates && <SideError error={query.error} onRetry={() => void query.refetch()} />}
      {updates?.length === 0 && <SideEmpty text="Say what is new. Followers of you and of this project will see it." />}
      <ol className={css.list}>
        {updates?.map((update) => (
          <li key={update.id} id={`update-${update.id}`} className={css.update}>
            <Group gap="sm" wrap="nowrap" align="start" justify="space-between">
              <div className={css.title}>
                <Text className="faint xs">
                  <RelativeTime at={update.createdAt} />
                  {update.editedAt && " · edited"}
                  {update.via && " ·"}
                  <Via name={update.via} />
                </Text>
                <Text component="h3" fw={600} fz="lg">
                  <Title update={update} />
                </Text>
              </div>
              {UpdateMenu && <UpdateMenu update={update} own={own} />}
            </Group>
            {update.isHidden && (
              <HiddenLine
                what="update"
                type={ReportTargetType.PROJECT_UPDATE}
                id={update.id}
                own={own}
                awaiting={update.isAwaiting}
              />
            )}
            {update.contentHtml && <UserText html={update.contentHtml} />}
          </li>
        ))}
      </ol>
      <LoadMore query={query} what="Updates" mt="lg" />
      {UpdateDialog && (
        <UpdateDialog key={dialog.key} projectId={project.id} opened={dialog.opened} onClose={dialog.close} />
      )}
    </section>
  );
}

function Title({ update: { kind, title, from, to } }: { update: ProjectUpdate }) {
  if (kind !== ProjectUpdateKind.STAGE) return title;
  return `From ${stageLabels[from]} to ${stageLabels[to]}`;
}
