import { Text } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useAskForLink } from "../../lib/board/board";
import { sendsMail } from "../../lib/board/product";
import { paths } from "../../lib/page/paths";

/** Asks the owner of a profile to confirm the email address, until it is confirmed. */
export function UnconfirmedEmail({ user }: { user: SessionUser }) {
  const askForLink = useAskForLink();
  if (user.isVerified && !user.newEmail) return null;
  return (
    <Text size="sm" c="dimmed" mt={24} style={{ overflowWrap: "anywhere" }}>
      Confirm <b>{user.newEmail || user.email}</b>: {sendsMail ? "open the link we sent you." : askForLink}{" "}
      <TextLink to={paths.settings}>{sendsMail ? "Change email or resend" : "Change email"}</TextLink>
    </Text>
  );
}
