import { Group, Text } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { SignUpLink } from "../../components/SignUpLink";
import { paths } from "../../lib/paths";
import { saveReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";
import css from "./Forum.module.css";

/** Buttons for guests: the main ones of the view if `main` is set. Login and registration lead back to this page. */
export function LoginLinks({ size = "sm", main }: { size?: "sm" | "md"; main?: boolean }) {
  return (
    <>
      <ButtonLink to={paths.login} size={size} onClick={() => saveReturnTo()}>
        Login
      </ButtonLink>
      <SignUpLink size={size} variant={main ? "filled" : "default"} onClick={() => saveReturnTo()}>
        Sign Up
      </SignUpLink>
    </>
  );
}

/** The one call to log in on a list of threads. */
export function GuestBanner() {
  if (useSession().status !== "guest") return null;
  return (
    <Group className={css.banner} justify="space-between" gap="sm">
      <Text inherit>You're browsing as a guest. Login to participate!</Text>
      <Group gap="sm">
        <LoginLinks />
      </Group>
    </Group>
  );
}
