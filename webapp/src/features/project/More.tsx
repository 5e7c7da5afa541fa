import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { LazyMenu } from "../../components/LazyMenu";
import type { Project } from "../../gen/uvboard/v1/project_pb";

const loadItems = () => import("./MoreItems").then((file) => file.MoreItems);

/** The button with the menu of the rare actions on a project. */
export function More({ project, ...button }: { project: Project } & Pick<ActionIconProps, "visibleFrom">) {
  return (
    <LazyMenu load={loadItems} render={(Items, menu) => <Items project={project} {...menu} />}>
      <ActionIcon variant="default" aria-label="More about this project" data-tooltip="More" {...button}>
        <IconDots size={18} />
      </ActionIcon>
    </LazyMenu>
  );
}
