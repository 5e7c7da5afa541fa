import { useTimeout } from "@mantine/hooks";
import { useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { copyText } from "../../lib/ui/clipboard";
import { toast, toastError } from "../../lib/ui/toast";

const copiedFor = 2000;

export const projectUrl = (project: Project): string => window.location.origin + paths.project(nameOf(project));

/** A function that copies the address of a project, with a toast, and whether it has done so in the last two seconds. */
export function useCopyLink(project: Project) {
  const [copied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), copiedFor);
  const copy = async () => {
    if (!(await copyText(projectUrl(project)))) {
      toastError("Error", "Failed to copy the link");
      return;
    }
    toast("Link copied!");
    setCopied(true);
    clear();
    start();
  };
  return { copied, copy: () => void copy() };
}
