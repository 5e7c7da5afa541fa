import type { Project } from "../../gen/uvboard/v1/project_pb";
import { copyText } from "../../lib/clipboard";
import { paths } from "../../lib/paths";
import { toast, toastError } from "../../lib/toast";

export const projectUrl = (project: Project): string => window.location.origin + paths.project(project.id);

/** Copies the address of a project, with a toast. Reports whether it could. */
export async function copyLink(project: Project): Promise<boolean> {
  const copied = await copyText(projectUrl(project));
  if (copied) toast("Link copied!");
  else toastError("Error", "Failed to copy the link");
  return copied;
}
