import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { IconMail, IconMailForward } from "@tabler/icons-react";
import { Tag } from "../../components/Tag";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { failureMessage } from "../../lib/failure";
import { askForLink, sendsMail } from "../../lib/product";
import { useSessionChange } from "../../lib/session";
import { toast, toastError } from "../../lib/toast";
import { useDialog } from "../../lib/useDialog";
import { EmailDialog } from "./EmailDialog";
import css from "./Settings.module.css";

/** The address of the account, and the one that is to take its place. */
export function EmailRows({ user, onCancelled }: { user: SessionUser; onCancelled: () => void }) {
  const dialog = useDialog();
  return (
    <>
      <li className={`${css.row} ${css.wraps}`}>
        <IconMail size={18} />
        <div className={css.words}>
          <b>{user.email}</b> <Tag>{user.isVerified ? "Confirmed" : "Not confirmed"}</Tag>
          <p>{standing(user)}</p>
        </div>
        <div className={css.acts}>
          {!user.isVerified && !user.newEmail && <SendAgain />}
          <Button size="sm" aria-label="Change email" onClick={dialog.open}>
            Change
          </Button>
        </div>
      </li>
      {user.newEmail && (
        <li className={`${css.row} ${css.wraps}`}>
          <IconMailForward size={18} />
          <div className={css.words}>
            <b>{user.newEmail}</b> <Tag>Not confirmed</Tag>
            <p>
              {sendsMail
                ? "Takes the place of the address above once you follow the link in its mail."
                : `Takes the place of the address above once you follow its link. ${askForLink}`}
            </p>
          </div>
          <div className={css.acts}>
            <SendAgain />
            <Cancel email={user.email} onCancelled={onCancelled} />
          </div>
        </li>
      )}
      <EmailDialog key={dialog.key} user={user} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}

function standing({ isVerified, newEmail }: SessionUser): string {
  if (isVerified) return "Only you see it. A forgotten password is reset through it.";
  if (newEmail) return "Only you see it.";
  return sendsMail
    ? "Only you see it. To confirm it, follow the link in your mail."
    : `Only you see it. To confirm it, follow its link. ${askForLink}`;
}

/** Mails the link that confirms the address once more. */
function SendAgain() {
  const session = useSessionChange();
  const again = useMutation(AccountService.method.sendVerification, {
    onSuccess: () => {
      if (sendsMail) toast("Link Sent", "Look into your mail, and into its spam folder.");
      else toast("Link Made", askForLink);
      // The address may have been confirmed on another device; then no mail was needed, and the button goes.
      void session.refresh();
    },
    onError: (error) => toastError("Not Sent", failureMessage(error, "Failed to send the link")),
  });
  return (
    <Button size="sm" loading={again.isPending} onClick={() => again.mutate({})}>
      {sendsMail ? "Send the link again" : "Make a new link"}
    </Button>
  );
}

/** Lets the account keep its address. */
function Cancel({ email, onCancelled }: { email: string; onCancelled: () => void }) {
  const session = useSessionChange();
  const cancel = useMutation(AccountService.method.cancelEmailChange, {
    onSuccess: async () => {
      await session.refresh();
      toast("Change Cancelled", `Your address stays ${email}.`);
      onCancelled();
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to cancel the change")),
  });
  return (
    <Button
      size="sm"
      variant="subtle"
      aria-label="Cancel the change of email"
      loading={cancel.isPending}
      onClick={() => cancel.mutate({})}
    >
      Cancel
    </Button>
  );
}
