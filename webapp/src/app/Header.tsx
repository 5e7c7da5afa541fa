import { ActionIcon, Box, Button, Flex, Group, Kbd, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconBulb, IconMenu2, IconPlus, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Avatar } from "../components/Avatar";
import { ButtonLink } from "../components/ButtonLink";
import { LazyMenu } from "../components/LazyMenu";
import { paths } from "../lib/page/paths";
import { useLazyComponent } from "../lib/page/useLazyComponent";
import { isMadeForGuest } from "../lib/server/first";
import { useSession, useSessionCheck } from "../lib/session/session";
import { handle } from "../lib/text/text";
import { paletteKeys } from "../lib/ui/keys";
import { openPalette } from "../lib/ui/openPalette";
import { useTheme } from "../lib/ui/theme";
import { tooltip } from "../lib/ui/tooltip";
import css from "./Header.module.css";
import { Logo } from "./Logo";

const loadDrawer = () => import("./Drawer").then((file) => file.Drawer);

const loadBell = () => import("./Bell").then((file) => file.Bell);
const ignore = () => undefined;

const loadAccount = () => import("./AccountMenu").then((file) => file.AccountMenu);

export const prepareDrawer = () => void loadDrawer().catch(() => undefined);

export function Header({ crumb }: { crumb: string | undefined }) {
  const [open, setOpen] = useState(false);
  const Drawer = useLazyComponent(loadDrawer, open, () => setOpen(false));
  return (
    <header className={css.header}>
      <Flex className="wrap" align="center" gap={{ base: "sm", sm: 12 }} h="var(--uv-header)">
        <ActionIcon
          aria-label="Open menu"
          ml={-11}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={prepareDrawer}
          onFocus={prepareDrawer}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={18} />
        </ActionIcon>
        <Logo short={crumb !== undefined} />
        {crumb && (
          // Wide screens mark the place in the navigation.
          <Text className={css.crumb} size="sm" c="dimmed" truncate hiddenFrom="lg">
            {crumb}
          </Text>
        )}
        <Group
          component="nav"
          aria-label="Main"
          className={css.nav}
          gap={20}
          ml={12}
          fz="sm"
          c="dimmed"
          visibleFrom="lg"
        >
          <Link to={paths.explore}>Explore</Link>
          <Link to={paths.top}>Top</Link>
          <Link to={paths.discuss}>Discuss</Link>
          <Link to={paths.feedback}>Feedback</Link>
          <Link to={paths.stories}>Stories</Link>
          <Link to={paths.news}>News</Link>
          <Link to={paths.toolkit}>VibeKit</Link>
        </Group>
        <Flex align="center" gap={{ base: 4, sm: "sm" }} ml="auto" flex="none">
          {/* Hidden on the Submit screen itself. */}
          {crumb !== "Submit Project" && (
            <ButtonLink to={paths.submit} size="sm" visibleFrom="sm">
              <IconPlus size={16} />
              Submit Project
            </ButtonLink>
          )}
          <Group gap={0} wrap="nowrap">
            <UnstyledButton
              className={css.search}
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={openPalette}
            >
              <IconSearch size={18} />
              <VisuallyHidden component="span">Search</VisuallyHidden>
              <Group component="span" gap={4} wrap="nowrap" visibleFrom="sm" aria-hidden="true">
                {paletteKeys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </UnstyledButton>
            <ThemeToggle />
          </Group>
          <Me crumb={crumb} />
        </Flex>
      </Flex>
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
  const { status, user } = useSession();
  const check = useSessionCheck();
  const Bell = useLazyComponent(loadBell, user !== undefined, ignore);
  // The width of the Login button, or that of the bell and the picture.
  if (status === "pending") return <Box w={isMadeForGuest ? 60 : 76} />;
  if (status === "failed") {
    return (
      <Button size="sm" {...tooltip("Couldn't load your account")} onClick={() => void check(ignore, ignore)}>
        Try again
      </Button>
    );
  }
  if (!user) {
    return (
      // Not the primary action next to the forms that log in or sign up, nor next to Home's Sign Up.
      <ButtonLink
        to={paths.login}
        size="sm"
        variant={crumb === undefined || crumb === "Log in" || crumb === "Sign Up" ? undefined : "filled"}
      >
        Login
      </ButtonLink>
    );
  }
  return (
    <>
      {/* As wide as the bell, before its code is there. */}
      <Box w={40} h={40}>
        {Bell && <Bell />}
      </Box>
      <LazyMenu load={loadAccount} render={(Items, menu) => <Items user={user} {...menu} />}>
        <UnstyledButton className={css.me}>
          <Avatar person={user} />
          <Text span size="sm" maw={160} truncate visibleFrom="sm">
            {handle(user)}
          </Text>
          <VisuallyHidden hiddenFrom="sm">{handle(user)}</VisuallyHidden>
        </UnstyledButton>
      </LazyMenu>
    </>
  );
}
