import { useMutation } from "@connectrpc/connect-query";
import { Badge, Button } from "@mantine/core";
import { IconMail, IconMailForward } from "@tabler/icons-react";
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
          <b>{user.email}</b> <Badge>{user.isVerified ? "Confirmed" : "Not confirmed"}</Badge>
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
            <b>{user.newEmail}</b> <Badge>Not confirmed</Badge>
            <p>
              {sendsMail
                ? "Replaces the address above once you open the link we sent to it."
                : `Replaces the address above once you confirm it. ${askForLink}`}
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
  if (isVerified) return "Private. Used to reset your password.";
  if (newEmail) return "Private.";
  return sendsMail ? "Private. To confirm it, open the link we sent you." : `Private. Not confirmed yet. ${askForLink}`;
}

/** Mails the link that confirms the address once more. */
function SendAgain() {
  const session = useSessionChange();
  const again = useMutation(AccountService.method.sendVerification, {
    onSuccess: () => {
      if (sendsMail) toast("Link Sent", "Check your inbox and your spam folder.");
      else toast("New link created", askForLink);
      // The address may have been confirmed on another device; then no mail was needed, and the button goes.
      void session.refresh();
    },
    onError: (error) => toastError("Not Sent", failureMessage(error, "Failed to send the link")),
  });
  return (
    <Button size="sm" loading={again.isPending} onClick={() => again.mutate({})}>
      {sendsMail ? "Resend link" : "Create a new link"}
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
