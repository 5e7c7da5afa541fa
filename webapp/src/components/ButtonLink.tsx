import { ActionIcon, type ActionIconProps, Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type AnchorElement = Omit<ComponentPropsWithRef<"a">, "color" | "style">;

function ButtonAnchor(props: ButtonProps & AnchorElement) {
  return <Button component="a" {...props} />;
}

function ActionIconAnchor(props: ActionIconProps & AnchorElement) {
  return <ActionIcon component="a" {...props} />;
}

function TextAnchor(props: AnchorProps & AnchorElement) {
  return <Anchor {...props} />;
}

/** A button that leads to another screen. */
export const ButtonLink = createLink(ButtonAnchor);

/** An icon button that leads to another screen. */
export const ActionIconLink = createLink(ActionIconAnchor);

/** A link in a text that leads to another screen. */
export const TextLink = createLink(TextAnchor);

/** A button that opens another site in a new tab. */
export function ButtonExternal(props: ButtonProps & AnchorElement & { href: string }) {
  return <ButtonAnchor target="_blank" rel="nofollow ugc noopener" {...props} />;
}
