import { Button } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconCheck, IconLink } from "@tabler/icons-react";
import { type ComponentProps, cloneElement, type ReactElement, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/useLazyComponent";
import { copyLink } from "./copyLink";

const copiedFor = 2000;

type ButtonProps = ComponentProps<"button">;

/** A button that copies the link and says so for two seconds. */
export function CopyLink({ project, size = "sm" }: { project: Project; size?: "sm" | "md" }) {
  const [copied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), copiedFor);
  const copy = async () => {
    if (!(await copyLink(project))) return;
    setCopied(true);
    clear();
    start();
  };
  return (
    <Button size={size} onClick={() => void copy()}>
      {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
      {copied ? "Copied!" : "Copy Link"}
    </Button>
  );
}

const loadItems = () => import("./ShareItems").then((file) => file.ShareItems);
const prepare = () => void loadItems().catch(() => undefined);

/** A menu of ways to share a project. `children` is the button that opens it. The menu's code loads with its first use. */
export function ShareMenu({ project, children }: { project: Project; children: ReactElement<ButtonProps> }) {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const Items = useLazyComponent(loadItems, used, () => setUsed(false));
  // The button is mounted again inside the menu, which returns the focus to it.
  if (Items)
    return (
      <Items
        project={project}
        opened={opened}
        onChange={setOpened}
        button={cloneElement(children, { autoFocus: true })}
      />
    );
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  return cloneElement(children, {
    "aria-haspopup": "menu",
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
  });
}
