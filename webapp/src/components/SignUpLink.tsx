import type { ComponentProps } from "react";
import { useOpenRegistration } from "../lib/board";
import { paths } from "../lib/paths";
import { ButtonLink } from "./ButtonLink";

/** The button that leads to the registration. While that is closed, there is none. */
export function SignUpLink(props: Omit<ComponentProps<typeof ButtonLink>, "to">) {
  return useOpenRegistration() ? <ButtonLink {...props} to={paths.register} /> : null;
}
