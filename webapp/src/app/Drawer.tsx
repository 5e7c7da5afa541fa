import { IconX } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IconButton } from "../components/Button";
import { isBackdrop, useModal } from "../components/useModal";
import { paths } from "../lib/paths";
import { useSession } from "../lib/session";
import { useLogout } from "../lib/useLogout";
import css from "./Drawer.module.css";

/** The menu at the left edge. Any link in it, a press outside and Escape close it. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { ref, onCancel } = useModal(onClose);
  const { user } = useSession();
  const logout = useLogout(onClose);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is a pointer's shortcut; Escape closes by keyboard
    <dialog
      ref={ref}
      className={css.drawer}
      aria-label="Menu"
      onCancel={onCancel}
      onClick={(event) => {
        if (isBackdrop(event) || (event.target as Element).closest("a")) onClose();
      }}
    >
      <div className={css.inside}>
        <IconButton label="Close menu" className={css.close} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
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
      </div>
    </dialog>
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
