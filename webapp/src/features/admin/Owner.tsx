import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** A link to the profile of an owner. A deleted account has none. */
export function Owner({ username }: { username: string }) {
  if (!username) {
    return (
      <Text span c="dimmed">
        Deleted member
      </Text>
    );
  }
  return (
    <Link to="/profile/$username" params={{ username }}>
      {username}
    </Link>
  );
}
