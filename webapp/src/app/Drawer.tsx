import { ActionIcon, Drawer as MantineDrawer, NavLink, type NavLinkProps, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { createLink, useRouterState } from "@tanstack/react-router";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { useOpenRegistration } from "../lib/board/board";
import { paths } from "../lib/page/paths";
import { useOpenedAfterMount } from "../lib/page/useOpenedAfterMount";
import { moderates } from "../lib/session/role";
import { useSession } from "../lib/session/session";
import { useLogout } from "../lib/session/useLogout";

/** The menu at the left edge. Following a link closes it. */
export function Drawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const open = useOpenRegistration();
  const { status, user } = useSession();
  const logout = useLogout(onClose);

  return (
    <MantineDrawer
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      attributes={{ content: { "aria-label": "Menu" } }}
      onClick={(event) => (event.target as Element).closest("a") && onClose()}
    >
      <ActionIcon aria-label="Close menu" mt="sm" ml={13} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
      <Menu title="Navigation">
        <Item to={paths.home} label="Home" exact />
        <Item to={paths.explore} label="Explore" />
        <Item to={paths.top} label="Top" />
        <Item to={paths.news} label="News" />
        <Item to={paths.stories} label="Stories" />
        <Item to={paths.discuss} label="Discuss" />
        <Item to={paths.feedback} label="Feedback" />
        <Item to={paths.toolkit} label="VibeKit" />
        <Item to={paths.pricing} label="Pricing" />
      </Menu>
      {user && (
        <Menu title="Account">
          <Item to={paths.submit} label="Submit Project" />
          {moderates(user) && <Item to={paths.admin} label={user.isAdmin ? "Admin Dashboard" : "Moderation"} />}
          <Item to={paths.profileOf(user.username)} label="View Profile" />
          <Item to={paths.settings} label="Settings" />
          <NavLink component="button" label="Logout" disabled={logout.isPending} onClick={logout.start} />
        </Menu>
      )}
      {status === "guest" && (
        <Menu title="Get Started">
          <Item to={paths.login} label="Login" />
          {open && <Item to={paths.register} label="Sign Up" />}
        </Menu>
      )}
    </MantineDrawer>
  );
}

function Menu({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <Text component="h2" id={id} size="xs" fw={560} c="var(--uv-text-3)" px="lg" pt="md" pb={4}>
        {title}
      </Text>
      {children}
    </nav>
  );
}

const ItemLink = createLink((props: NavLinkProps & Omit<ComponentPropsWithRef<"a">, keyof NavLinkProps>) => (
  <NavLink component="a" {...props} />
));

// An item is current if the URL's path starts with its own; Home only if both are equal.
function Item({ to, exact, label }: { to: string; exact?: boolean; label: string }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const current = path === to || (!exact && path.startsWith(`${to}/`));
  return <ItemLink to={to} label={label} aria-current={current ? "page" : undefined} activeProps={{}} />;
}
