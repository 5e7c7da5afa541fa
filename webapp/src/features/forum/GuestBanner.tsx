import { Group, Text } from "@mantine/core";
import { LoginLinks } from "../../components/LoginLinks";
import { useSession } from "../../lib/session/session";
import css from "./Forum.module.css";

/** The one call to log in on a list of threads. */
export function GuestBanner() {
  if (useSession().status !== "guest") return null;
  return (
    <Group className={css.banner} justify="space-between" gap="sm">
      <Text inherit>You're browsing as a guest. Login to participate!</Text>
      <Group gap="sm">
        <LoginLinks size="sm" />
      </Group>
    </Group>
  );
}
