import { useMutation } from "@connectrpc/connect-query";
import { Badge, Button } from "@mantine/core";
import { IconMail, IconMailForward } from "@tabler/icons-react";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useAskForLink } from "../../lib/board/board";
import { sendsMail } from "../../lib/board/product";
import { failureMessage } from "../../lib/server/failure";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toast, toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { EmailDialog } from "./EmailDialog";
import { Row } from "./Row";

/** The email of the account, and the new one until it is confirmed. */
export function EmailRows({ user, onCancelled }: { user: SessionUser; onCancelled: () => void }) {
  const askForLink = useAskForLink();
  const dialog = useDialog();
  return (
    <>
      <Row
        icon={IconMail}
        title={user.email}
        badge={<Badge>{user.isVerified ? "Confirmed" : "Not confirmed"}</Badge>}
        actions={
          <>
            {!user.isVerified && !user.newEmail && <SendAgain />}
            <Button size="sm" aria-label="Change email" onClick={dialog.open}>
              Change
            </Button>
          </>
        }
      >
        {emailStatus(user, askForLink)}
      </Row>
      {user.newEmail && (
        <Row
          icon={IconMailForward}
          title={user.newEmail}
          badge={<Badge>Not confirmed</Badge>}
          actions={
            <>
              <SendAgain />
              <Cancel email={user.email} onCancelled={onCancelled} />
            </>
          }
        >
          {sendsMail
            ? "Replaces the address above once you open the link we sent to it."
            : `Replaces the address above once you confirm it. ${askForLink}`}
        </Row>
      )}
      <EmailDialog key={dialog.key} user={user} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}

function emailStatus({ isVerified, newEmail }: SessionUser, askForLink: string): string {
  if (isVerified) return "Private. Used to reset your password.";
  if (newEmail) return "Private.";
  return sendsMail
    ? "Private. Not confirmed yet: open the link in our mail, or ask for a new one."
    : `Private. Not confirmed yet. ${askForLink}`;
}

/** Sends the confirmation link again. */
function SendAgain() {
  const session = useSessionChange();
  const askForLink = useAskForLink();
  const again = useMutation(AccountService.method.sendVerification, {
    onSuccess: () => {
      if (sendsMail) toast("Link Sent", "Check your inbox and your spam folder.");
      else toast("New link created", askForLink);
      // If the email was confirmed on another device, this hides the button.
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

/** Cancels the change of the email. */
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
