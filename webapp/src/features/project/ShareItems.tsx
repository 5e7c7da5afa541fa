import { Menu } from "@mantine/core";
import { IconBrandFacebook, IconBrandLinkedin, IconBrandX, IconLink, IconMail } from "@tabler/icons-react";
import type { OpenMenu } from "../../components/LazyMenu";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useOpenedAfterMount } from "../../lib/useOpenedAfterMount";
import { copyLink, projectUrl } from "./copyLink";
import { shareLinks } from "./shareLinks";

const icons = { X: IconBrandX, LinkedIn: IconBrandLinkedin, Facebook: IconBrandFacebook, Email: IconMail };

/** The open menu of ways to share a project, and the button that opened it. */
export function ShareItems({ project, opened, onChange, button }: OpenMenu & { project: Project }) {
  return (
    <Menu
      opened={useOpenedAfterMount(opened)}
      onChange={onChange}
      position="bottom-end"
      width={176}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{button}</Menu.Target>
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
              target={name === "Email" ? undefined : "_blank"}
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
