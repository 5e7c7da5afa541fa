import { useMutation } from "@connectrpc/connect-query";
import { Button } from "../../components/Button";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage } from "../../lib/failure";
import { useSessionChange } from "../../lib/session";
import { toast, toastError } from "../../lib/toast";
import css from "./Settings.module.css";

/** Says that the e-mail address waits to be confirmed, and mails the link once more. */
export function UnverifiedNotice() {
  const session = useSessionChange();
  const again = useMutation(AccountService.method.sendVerification, {
    onSuccess: () => {
      toast("Link Sent", "Look into your mail, and into its spam folder.");
      // The address may have been confirmed on another device; then no mail was needed, and the notice goes.
      void session.refresh();
    },
    onError: (error) => toastError("Not Sent", failureMessage(error, "Failed to send the link")),
  });
  return (
    <div className={css.notice}>
      <p>Your email address is not confirmed yet. The link for it is in your mail.</p>
      <Button size="small" busy={again.isPending} onClick={() => again.mutate({})}>
        Send the link again
      </Button>
    </div>
  );
}
