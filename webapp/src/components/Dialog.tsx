import { Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useOpenedAfterMount } from "../lib/page/useOpenedAfterMount";
import css from "./Dialog.module.css";

export type DialogProps = { opened: boolean; onClose: () => void };

/** A modal dialog with its actions at the bottom edge, visible even when the content scrolls. */
export function Dialog({
  opened,
  title,
  onClose,
  children,
  actions,
  alert,
  wide,
}: DialogProps & {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** A click outside does not close it. */
  alert?: boolean;
  /** "full" takes the width of the page. */
  wide?: boolean | "full";
}) {
  return (
    <Modal
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      title={title}
      size={wide === "full" ? "min(1200px, 94vw)" : wide ? "lg" : "md"}
      closeOnClickOutside={!alert}
      classNames={{ content: css.content }}
    >
      {children}
      {actions && (
        <Group className={css.actions} gap="sm" justify="flex-end">
          {actions}
        </Group>
      )}
    </Modal>
  );
}
