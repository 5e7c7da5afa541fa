import { Button, Text } from "@mantine/core";
import type { ReturnTo } from "../lib/session/returnTo";
import { Dialog, type DialogProps } from "./Dialog";
import { LoginLinks } from "./LoginLinks";

/** Tells a guest that an action needs an account. Login and registration lead back to this page. */
export function LoginRequired({
  text = "You need to be logged in to vote on projects. Join the community to support your favorite creators!",
  vote,
  ...dialog
}: DialogProps & {
  text?: string;
  /** The vote to cast after login. */
  vote?: ReturnTo["vote"];
}) {
  return (
    <Dialog
      {...dialog}
      title="Login Required"
      actions={
        <>
          <Button variant="subtle" onClick={dialog.onClose}>
            Cancel
          </Button>
          <LoginLinks filled="sign up" vote={vote} />
        </>
      }
    >
      <Text c="dimmed">{text}</Text>
    </Dialog>
  );
}
