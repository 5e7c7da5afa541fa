import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { Section } from "../../components/Section";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { toast, toastError } from "../../lib/ui/toast";

/** How a user who registered with another service gets a password. */
export function NoPasswordSection({ email }: { email: string }) {
  const request = useMutation(AccountService.method.requestPasswordReset);
  const send = () =>
    request.mutate(
      { email },
      {
        onSuccess: () => toast("Link Sent", `Open the email to ${email} to set a password.`),
        onError: (error) => toastError("Error", failureMessage(error, "Failed to send the link")),
      },
    );
  return (
    <Section
      title="Password"
      text="You have none, because you log in with another service. To change your email or delete your account, set one first."
    >
      <Button style={{ alignSelf: "start" }} loading={request.isPending} onClick={send}>
        Email me a link
      </Button>
    </Section>
  );
}
