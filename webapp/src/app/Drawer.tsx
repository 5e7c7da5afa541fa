import { ActionIcon, Drawer as MantineDrawer } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../lib/paths";
import { useSession } from "../lib/session";
import { useLogout } from "../lib/useLogout";
import { useOpenedAfterMount } from "../lib/useOpenedAfterMount";
import css from "./Drawer.module.css";

/** The menu at the left edge. Following a link closes it. */
export function Drawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { user } = useSession();
  const logout = useLogout(onClose);

  return (
    <MantineDrawer
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      classNames={{ body: css.body }}
      attributes={{ content: { "aria-label": "Menu" } }}
      onClick={(event) => (event.target as Element).closest("a") && onClose()}
    >
      <ActionIcon aria-label="Close menu" className={css.close} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
      <nav aria-label="Navigation">
        <h2>Navigation</h2>
        <Item to={paths.home} exact>
          Home
        </Item>
        <Item to={paths.explore}>Explore</Item>
        <Item to={paths.news}>News</Item>
        <Item to={paths.stories}>Stories</Item>
        <Item to={paths.discuss}>Discuss</Item>
        <Item to={paths.toolkit}>VibeKit</Item>
        <Item to={paths.pricing}>Pricing</Item>
      </nav>
      {user ? (
        <nav aria-label="Account">
          <h2>Account</h2>
          <Item to={paths.submit}>Submit Project</Item>
          {user.isAdmin && <Item to={paths.admin}>Admin Dashboard</Item>}
          <Item to={paths.profileOf(user.username)}>View Profile</Item>
          <Item to={paths.settings}>Settings</Item>
          <button type="button" onClick={logout.start} disabled={logout.isPending} aria-busy={logout.isPending}>
            Logout
          </button>
        </nav>
      ) : (
        <nav aria-label="Get Started">
          <h2>Get Started</h2>
          <Item to={paths.login}>Login</Item>
          <Item to={paths.register}>Sign Up</Item>
        </nav>
      )}
    </MantineDrawer>
  );
}

// The current place is the one whose path begins the address; Home only when it is the whole of it.
function Item({ to, exact, children }: { to: string; exact?: boolean; children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = path === to || (!exact && path.startsWith(`${to}/`));
  return (
    <Link to={to} aria-current={here ? "page" : undefined} activeProps={{}}>
      {children}
    </Link>
  );
}
