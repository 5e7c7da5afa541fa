import type { ComponentProps } from "react";
import { paths } from "../lib/page/paths";
import { type ReturnTo, saveReturnTo } from "../lib/session/returnTo";
import { ButtonLink } from "./ButtonLink";
import { SignUpLink } from "./SignUpLink";

type LoginLinkProps = Omit<ComponentProps<typeof ButtonLink>, "to" | "onClick">;

/** The button that leads a guest to the login, and from there back to this page. */
export function LoginLink(props: LoginLinkProps) {
  return <ButtonLink {...props} to={paths.login} onClick={() => saveReturnTo()} />;
}

/** The buttons that lead a guest to the login and the registration, and from there back to this page. */
export function LoginLinks({
  login = "Login",
  filled,
  size,
  vote,
}: {
  login?: string;
  filled?: "login" | "sign up";
  size?: "sm" | "md";
  /** The vote to cast after login. */
  vote?: ReturnTo["vote"];
}) {
  const remember = { size, onClick: () => saveReturnTo(vote) };
  return (
    <>
      <ButtonLink {...remember} to={paths.login} variant={filled === "login" ? "filled" : undefined}>
        {login}
      </ButtonLink>
      <SignUpLink {...remember} variant={filled === "sign up" ? "filled" : undefined}>
        Sign Up
      </SignUpLink>
    </>
  );
}
