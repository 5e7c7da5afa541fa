import type { ComponentProps } from "react";
import { useOpenRegistration } from "../lib/board/board";
import { paths } from "../lib/page/paths";
import { ButtonLink } from "./ButtonLink";

/** The button that leads to the registration. While that is closed, there is none. */
export function SignUpLink(props: Omit<ComponentProps<typeof ButtonLink>, "to">) {
  return useOpenRegistration() ? <ButtonLink {...props} to={paths.register} /> : null;
}
