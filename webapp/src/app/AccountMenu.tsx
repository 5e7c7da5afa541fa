import { Menu } from "@mantine/core";
import {
  IconBookmark,
  IconLogout,
  IconPlaylist,
  IconSettings,
  IconShield,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { OpenMenu } from "../components/LazyMenu";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { paths } from "../lib/page/paths";
import { useOpenedAfterMount } from "../lib/page/useOpenedAfterMount";
import { moderates } from "../lib/session/role";
import { useLogout } from "../lib/session/useLogout";

/** The menu behind the user's avatar. */
export function AccountMenu({ user, opened, onChange, button }: OpenMenu & { user: SessionUser }) {
  const logout = useLogout(() => onChange(false));
  return (
    <Menu
      opened={useOpenedAfterMount(opened)}
      onChange={onChange}
      position="bottom-end"
      width={192}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Item icon={IconUser} to={paths.profileOf(user.username)} label="Profile" />
        <Item icon={IconBookmark} to={paths.saved} label="Saved" />
        <Item icon={IconPlaylist} to={paths.collections} label="Collections" />
        <Item icon={IconSettings} to={paths.settings} label="Settings" />
        {moderates(user) && <Item icon={IconShield} to={paths.admin} label={user.isAdmin ? "Admin" : "Moderation"} />}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          closeMenuOnClick={false}
          disabled={logout.isPending}
          onClick={logout.start}
        >
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ icon: Icon, to, label }: { icon: TablerIcon; to: string; label: string }) {
  return (
    <Menu.Item component={Link} to={to} leftSection={<Icon size={16} />}>
      {label}
    </Menu.Item>
  );
}
