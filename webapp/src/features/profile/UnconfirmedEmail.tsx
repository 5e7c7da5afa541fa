import { Link } from "@tanstack/react-router";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { paths } from "../../lib/paths";
import { askForLink, sendsMail } from "../../lib/product";
import css from "./Profile.module.css";

/** Asks the owner of a profile to confirm the email address; nothing once it is confirmed. */
export function UnconfirmedEmail({ user }: { user: SessionUser }) {
  if (user.isVerified && !user.newEmail) return null;
  return (
    <p className={css.unconfirmed}>
      Confirm <b>{user.newEmail || user.email}</b>: {sendsMail ? "open the link we sent you." : askForLink}{" "}
      <Link to={paths.settings} className="link">
        {sendsMail ? "Change email or resend" : "Change email"}
      </Link>
    </p>
  );
}
