import { Badge, type BadgeProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";
import css from "./BadgeLink.module.css";

/** A badge that leads to another screen, with a touch target that is larger than the badge. */
export const BadgeLink = createLink((props: BadgeProps & Omit<ComponentPropsWithRef<"a">, "color" | "style">) => (
  <Badge component="a" {...props} className={`${css.finger} ${css.link}`} />
));
