import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { LazyMenu } from "../../components/LazyMenu";
import type { Project } from "../../gen/uvboard/v1/project_pb";

const loadItems = () => import("./ShareItems").then((file) => file.ShareItems);

/** The button with the menu of ways to share a project. */
export function Share({ project, ...button }: { project: Project } & Pick<ActionIconProps, "visibleFrom">) {
  return (
    <LazyMenu load={loadItems} render={(Items, menu) => <Items project={project} {...menu} />}>
      <ActionIcon variant="default" aria-label="Share" data-tooltip="Share" {...button}>
        <IconShare size={18} />
      </ActionIcon>
    </LazyMenu>
  );
}
