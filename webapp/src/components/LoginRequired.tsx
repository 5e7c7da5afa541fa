import { Button, Text } from "@mantine/core";
import { paths } from "../lib/paths";
import { type ReturnTo, saveReturnTo } from "../lib/returnTo";
import { ButtonLink } from "./ButtonLink";
import { Dialog, type DialogProps } from "./Dialog";
import { SignUpLink } from "./SignUpLink";

/** Tells a guest that an action needs an account. Login and registration lead back to this page. */
export function LoginRequired({
  text,
  vote,
  ...dialog
}: DialogProps & {
  text: string;
  /** The vote to cast after login. */
  vote?: ReturnTo["vote"];
}) {
  const remember = () => saveReturnTo(vote);
  return (
    <Dialog
      {...dialog}
      title="Login Required"
      actions={
        <>
          <Button variant="subtle" onClick={dialog.onClose}>
            Cancel
          </Button>
          <ButtonLink to={paths.login} onClick={remember}>
            Login
          </ButtonLink>
          <SignUpLink variant="filled" onClick={remember}>
            Sign Up
          </SignUpLink>
        </>
      }
    >
      <Text c="dimmed">{text}</Text>
    </Dialog>
  );
}
