import { ButtonLink } from "../../components/ButtonLink";
import { paths } from "../../lib/paths";
import { saveReturnTo } from "../../lib/returnTo";

/** Buttons for guests: the main ones of the view if `main` is set. Login and registration lead back to this page. */
export function LoginLinks({ size = "sm", main }: { size?: "sm" | "md"; main?: boolean }) {
  return (
    <>
      <ButtonLink to={paths.login} size={size} onClick={() => saveReturnTo()}>
        Login
      </ButtonLink>
      <ButtonLink to={paths.register} size={size} variant={main ? "filled" : "default"} onClick={() => saveReturnTo()}>
        Sign Up
      </ButtonLink>
    </>
  );
}
