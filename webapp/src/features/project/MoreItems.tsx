import { Menu } from "@mantine/core";
import { IconFlag, IconPlaylistAdd } from "@tabler/icons-react";
import { useCollect } from "../../components/collection/useCollect";
import type { OpenMenu } from "../../components/LazyMenu";
import { useReport } from "../../components/report/ReportButton";
import { useLoginRequired } from "../../components/useLoginRequired";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useOpenedAfterMount } from "../../lib/page/useOpenedAfterMount";
import { useSession } from "../../lib/session/session";

/** The open menu of the rare actions on a project, and the button that opened it. */
export function MoreItems({ project, opened, onChange, button }: OpenMenu & { project: Project }) {
  const { user } = useSession();
  const login = useLoginRequired();
  const collect = useCollect(project.id);
  const { report, dialog } = useReport({ type: ReportTargetType.PROJECT, id: project.id, what: "project" }, () =>
    login.ask("report a project"),
  );
  return (
    <>
      <Menu
        opened={useOpenedAfterMount(opened)}
        onChange={onChange}
        position="bottom-end"
        width={192}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {project.isPublic && (
            <Menu.Item leftSection={<IconPlaylistAdd size={16} />} onClick={collect.open}>
              Add to Collection
            </Menu.Item>
          )}
          {user?.id !== project.userId && !project.isHidden && (
            <Menu.Item leftSection={<IconFlag size={16} />} onClick={report}>
              Report
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {collect.dialog}
      {dialog}
      {login.dialog}
    </>
  );
}
