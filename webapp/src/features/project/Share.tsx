import { Button, Menu } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconBrandFacebook, IconBrandLinkedin, IconBrandX, IconCheck, IconLink, IconMail } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { copyText } from "../../lib/clipboard";
import { paths } from "../../lib/paths";
import { toast, toastError } from "../../lib/toast";
import { shareLinks } from "./shareLinks";

const copiedFor = 2000;
const icons = { X: IconBrandX, LinkedIn: IconBrandLinkedin, Facebook: IconBrandFacebook, "E-mail": IconMail };

/** The address of a project's page. */
export const projectUrl = (project: Project): string => window.location.origin + paths.project(project.id);

async function copyLink(project: Project): Promise<boolean> {
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

/** A menu of ways to share a project. `children` is the button that opens it. */
export function ShareMenu({ project, children }: { project: Project; children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={176} withInitialFocusPlaceholder={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(project)}>
          Copy Link
        </Menu.Item>
        {shareLinks(project, projectUrl(project)).map(({ name, href }) => {
          const Icon = icons[name];
          return (
            <Menu.Item
              key={name}
              component="a"
              href={href}
              target={name === "E-mail" ? undefined : "_blank"}
              rel="noopener"
              leftSection={<Icon size={16} />}
            >
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
