import { paths } from "../lib/paths";
import { type ReturnTo, saveReturnTo } from "../lib/returnTo";
import { Button, ButtonLink } from "./Button";
import { Dialog } from "./Dialog";

/** Tells a guest that what they tried needs an account, and offers both ways to one, which lead back here. */
export function LoginRequired({
  text,
  vote,
  onClose,
}: {
  text: string;
  /** The vote to cast as soon as they have logged in. */
  vote?: ReturnTo["vote"];
  onClose: () => void;
}) {
  const remember = () => saveReturnTo(vote);
  return (
    <Dialog
      title="Login Required"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <ButtonLink to={paths.login} onClick={remember}>
            Login
          </ButtonLink>
          <ButtonLink to={paths.register} variant="solid" onClick={remember}>
            Sign Up
          </ButtonLink>
        </>
      }
    >
      <p className="quiet">{text}</p>
    </Dialog>
  );
}
