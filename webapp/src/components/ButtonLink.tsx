import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type Anchor = Omit<ComponentPropsWithRef<"a">, "color" | "style">;

function ButtonAnchor(props: ButtonProps & Anchor) {
  return <Button component="a" {...props} />;
}

function ActionIconAnchor(props: ActionIconProps & Anchor) {
  return <ActionIcon component="a" {...props} />;
}

/** A button that leads to another screen. */
export const ButtonLink = createLink(ButtonAnchor);

/** An icon button that leads to another screen. */
export const ActionIconLink = createLink(ActionIconAnchor);

/** A button that opens another site in a new tab. */
export function ButtonExternal(props: ButtonProps & Anchor & { href: string }) {
  return <ButtonAnchor target="_blank" rel="nofollow ugc noopener" {...props} />;
}
