import { Button } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconCheck, IconLink } from "@tabler/icons-react";
import { type ComponentProps, type ReactElement, useState } from "react";
import { LazyMenu } from "../../components/LazyMenu";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { copyLink } from "./copyLink";

const copiedFor = 2000;

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

/** A menu of ways to share a project. `children` is the button that opens it. */
export function ShareMenu({
  project,
  children,
}: {
  project: Project;
  children: ReactElement<ComponentProps<"button">>;
}) {
  return (
    <LazyMenu load={loadItems} render={(Items, menu) => <Items project={project} {...menu} />}>
      {children}
    </LazyMenu>
  );
}
