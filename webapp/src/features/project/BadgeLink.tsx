import { Badge, type BadgeProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";
import { VibeTool } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../../lib/page/paths";
import { enumName, type toolsOf } from "../../lib/text/labels";
import css from "./Project.module.css";

/** A badge that leads to another screen, with a touch target that is larger than the badge. */
export const BadgeLink = createLink((props: BadgeProps & Omit<ComponentPropsWithRef<"a">, "color" | "style">) => (
  <Badge component="a" {...props} className={css.finger} />
));

/** The badge of a tool, which leads to the projects made with it. */
export function ToolBadge({ name, tool }: ReturnType<typeof toolsOf>[number]) {
  return (
    <BadgeLink to={paths.explore} search={tool ? { tool: enumName(VibeTool, tool) } : { q: name }}>
      {name}
    </BadgeLink>
  );
}
