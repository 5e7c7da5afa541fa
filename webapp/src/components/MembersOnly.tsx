import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { useSession } from "../lib/session/session";
import { LoginLink } from "./LoginLinks";
import { EmptyState, ErrorState } from "./States";

/** A screen that guests cannot use: it tells them to log in, which leads back to it. */
export function MembersOnly({
  pending,
  title,
  text,
  action = <LoginLink variant="filled">Log in</LoginLink>,
  children,
}: {
  /** What stands here until the session is loaded. */
  pending: ReactNode;
  /** What guests read. */
  title: string;
  text?: string;
  action?: ReactNode;
  children: (user: SessionUser) => ReactNode;
}) {
  const { status, user, error, refetch } = useSession();
  if (user) return children(user);
  if (status === "pending") return pending;
  return (
    <Box mt={32}>
      {error ? (
        <ErrorState level={2} title="Couldn't load your account" error={error} onRetry={refetch} />
      ) : (
        <EmptyState level={2} title={title} text={text} action={action} />
      )}
    </Box>
  );
}
