import { paths } from "../lib/paths";
import { Button, ButtonLink } from "./Button";
import { Dialog } from "./Dialog";

/** Tells a guest that what they tried needs an account, and offers both ways to one. */
export function LoginRequired({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title="Login Required"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <ButtonLink to={paths.login}>Login</ButtonLink>
          <ButtonLink to={paths.register} variant="solid">
            Sign Up
          </ButtonLink>
        </>
      }
    >
      <p className="quiet">{text}</p>
    </Dialog>
  );
}
