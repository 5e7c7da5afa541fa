import { ActionIcon } from "@mantine/core";
import { IconBulb, IconMenu2, IconPlus, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Avatar } from "../components/Avatar";
import { ButtonLink } from "../components/ButtonLink";
import { palette } from "../lib/palette";
import { paths } from "../lib/paths";
import { useSession } from "../lib/session";
import { handle } from "../lib/text";
import { useTheme } from "../lib/theme";
import { useLazyComponent } from "../lib/useLazyComponent";
import { prepareCommands } from "./Commands";
import css from "./Header.module.css";
import { Logo } from "./Logo";

const loadDrawer = () => import("./Drawer").then((file) => file.Drawer);

/** Preloads the code of the menu. */
export const prepareDrawer = () => void loadDrawer().catch(() => undefined);

export function Header({ crumb }: { crumb: string | undefined }) {
  const [open, setOpen] = useState(false);
  const Drawer = useLazyComponent(loadDrawer, open, () => setOpen(false));
  return (
    <header className={css.top}>
      <div className={`wrap ${css.row}`}>
        <ActionIcon
          aria-label="Open menu"
          className={css.menu}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={prepareDrawer}
          onFocus={prepareDrawer}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={18} />
        </ActionIcon>
        <Logo short={crumb !== undefined} />
        {crumb && <span className={css.crumb}>{crumb}</span>}
        <nav aria-label="Main" className={css.nav}>
          <Link to={paths.explore}>Explore</Link>
          <Link to={paths.discuss}>Discuss</Link>
          <Link to={paths.stories}>Stories</Link>
          <Link to={paths.news}>News</Link>
        </nav>
        <div className={css.right}>
          {/* Hidden on the Submit screen itself. */}
          {crumb !== "Submit Project" && (
            <ButtonLink to={paths.submit} size="sm" className={css.submit}>
              <IconPlus size={16} />
              Submit Project
            </ButtonLink>
          )}
          <div className={css.icons}>
            <ActionIcon
              aria-label="Search"
              title="Search (Ctrl K)"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              onPointerEnter={prepareCommands}
              onFocus={prepareCommands}
              onClick={palette.open}
            >
              <IconSearch size={18} />
            </ActionIcon>
            <ThemeToggle />
          </div>
          <Me crumb={crumb} />
        </div>
      </div>
      {Drawer && <Drawer opened={open} onClose={() => setOpen(false)} />}
    </header>
  );
}

function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  return (
    <ActionIcon aria-label={theme === "dark" ? "Switch to light theme" : "Switch to dark theme"} onClick={toggleTheme}>
      <IconBulb size={18} />
    </ActionIcon>
  );
}

function Me({ crumb }: { crumb: string | undefined }) {
  const { user, isPending } = useSession();
  if (isPending) return <span className={css.pending} aria-hidden="true" />;
  if (!user) {
    return (
      // Not the primary action next to the forms that log in or sign up, nor next to Home's Sign Up.
      <ButtonLink
        to={paths.login}
        size="sm"
        variant={crumb === undefined || crumb === "Login" || crumb === "Sign Up" ? undefined : "filled"}
      >
        Login
      </ButtonLink>
    );
  }
  return (
    <Link to="/profile/$username" params={{ username: user.username }} className={css.me}>
      <Avatar person={user} />
      <span className={css.name}>{handle(user)}</span>
    </Link>
  );
}
