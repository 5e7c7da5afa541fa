import { Link } from "@tanstack/react-router";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { paths } from "../../lib/paths";
import { askForLink, sendsMail } from "../../lib/product";
import css from "./Profile.module.css";

/** Tells the owner that their address awaits confirmation, so that a mistyped one is noticed at once; nothing once it is confirmed. */
export function UnconfirmedEmail({ user }: { user: SessionUser }) {
  if (user.isVerified && !user.newEmail) return null;
  return (
    <p className={css.unconfirmed}>
      Confirm <b>{user.newEmail || user.email}</b>:{" "}
      {sendsMail ? "follow the link in your mail." : `follow its link. ${askForLink}`}{" "}
      <Link to={paths.settings} className="link">
        {sendsMail ? "Wrong address, or no mail?" : "Wrong address?"}
      </Link>
    </p>
  );
}
