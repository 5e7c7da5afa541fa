import { useMutation } from "@connectrpc/connect-query";
import { IconMail, IconUser } from "@tabler/icons-react";
import { Button, ButtonLink } from "../../components/Button";
import { Tag } from "../../components/Tag";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { failureMessage } from "../../lib/failure";
import { useSessionChange } from "../../lib/session";
import { toast, toastError } from "../../lib/toast";
import { Section } from "./Section";
import css from "./Settings.module.css";

/** Who the member is: in public, and to the board alone. */
export function AccountSection({ user }: { user: SessionUser }) {
  return (
    <Section title="Account" text="Your name, picture and links are public, and changed on your profile.">
      <ul className={css.rows} aria-label="Account">
        <li className={`${css.row} ${css.wraps}`}>
          <IconUser size={18} />
          <div className={css.words}>
            <b>{user.username}</b>
            <p>Your username. It cannot be changed.</p>
          </div>
          <ButtonLink size="small" to="/profile/$username" params={{ username: user.username }}>
            View Profile
          </ButtonLink>
        </li>
        <li className={`${css.row} ${css.wraps}`}>
          <IconMail size={18} />
          <div className={css.words}>
            <b>{user.email}</b> <Tag>{user.isVerified ? "Confirmed" : "Not confirmed"}</Tag>
            <p>
              {user.isVerified
                ? "Only you see it. A forgotten password is reset through it."
                : "Only you see it. To confirm it, follow the link in your mail."}
            </p>
          </div>
          {!user.isVerified && <SendAgain />}
        </li>
      </ul>
    </Section>
  );
}

/** Mails the link that confirms the address once more. */
function SendAgain() {
  const session = useSessionChange();
  const again = useMutation(AccountService.method.sendVerification, {
    onSuccess: () => {
      toast("Link Sent", "Look into your mail, and into its spam folder.");
      // The address may have been confirmed on another device; then no mail was needed, and the button goes.
      void session.refresh();
    },
    onError: (error) => toastError("Not Sent", failureMessage(error, "Failed to send the link")),
  });
  return (
    <Button size="small" busy={again.isPending} onClick={() => again.mutate({})}>
      Send the link again
    </Button>
  );
}
