import { Button } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconCheck, IconLink } from "@tabler/icons-react";
import { type ComponentProps, cloneElement, type ReactElement, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { copyText } from "../../lib/clipboard";
import { paths } from "../../lib/paths";
import { toast, toastError } from "../../lib/toast";
import { useLazyComponent } from "../../lib/useLazyComponent";

const copiedFor = 2000;

type ButtonProps = ComponentProps<"button">;

/** The address of a project's page. */
export const projectUrl = (project: Project): string => window.location.origin + paths.project(project.id);

/** Copies the address of a project, with a toast. Reports whether it could. */
export async function copyLink(project: Project): Promise<boolean> {
  const copied = await copyText(projectUrl(project));
  if (copied) toast("Link copied!");
  else toastError("Error", "Failed to copy the link");
  return copied;
}

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
