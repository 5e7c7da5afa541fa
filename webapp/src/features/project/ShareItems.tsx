import { Menu } from "@mantine/core";
import {
  IconBadge,
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandX,
  IconCheck,
  IconLink,
  IconMail,
} from "@tabler/icons-react";
import type { OpenMenu } from "../../components/LazyMenu";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useOpenedAfterMount } from "../../lib/page/useOpenedAfterMount";
import { useSession } from "../../lib/session/session";
import { useDialog } from "../../lib/ui/useDialog";
import { shareLinks } from "./shareLinks";
import { projectUrl, useCopyLink } from "./useCopyLink";

const icons = { X: IconBrandX, LinkedIn: IconBrandLinkedin, Facebook: IconBrandFacebook, Email: IconMail };

const loadBadge = () => import("./BadgeDialog").then((file) => file.BadgeDialog);

/** The open menu of ways to share a project, and the button that opened it. Its owner has the badge too. */
export function ShareItems({ project, opened, onChange, button }: OpenMenu & { project: Project }) {
  const { user } = useSession();
  const { copied, copy } = useCopyLink(project);
  const badge = useDialog();
  const BadgeDialog = useLazyComponent(loadBadge, badge.opened, badge.close);
  const menu = (
    <Menu
      opened={useOpenedAfterMount(opened)}
      onChange={onChange}
      position="bottom-end"
      width={176}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={copied ? <IconCheck size={16} /> : <IconLink size={16} />}
          closeMenuOnClick={false}
          onClick={copy}
        >
          {copied ? "Copied!" : "Copy Link"}
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
        {project.isPublic && user?.id === project.userId && (
          <Menu.Item leftSection={<IconBadge size={16} />} onClick={badge.open}>
            Badge
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      {menu}
      {BadgeDialog && <BadgeDialog key={badge.key} project={project} opened={badge.opened} onClose={badge.close} />}
    </>
  );
}
