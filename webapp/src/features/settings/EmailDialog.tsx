import { useMutation } from "@connectrpc/connect-query";
import { PasswordInput, TextInput } from "@mantine/core";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { AccountService, ChangeEmailRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useAskForLink } from "../../lib/board/board";
import { sendsMail } from "../../lib/board/product";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toast } from "../../lib/ui/toast";

/** Requests a change of the email of the account. */
export function EmailDialog({ user, ...dialog }: DialogProps & { user: SessionUser }) {
  const session = useSessionChange();
  const askForLink = useAskForLink();
  // Passwords must not stay in memory.
  const change = useMutation(AccountService.method.changeEmail, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { newEmail: "", password: "" },
    schema: ChangeEmailRequestSchema,
    toMessage: ({ newEmail, password }) => ({ newEmail: newEmail.trim(), password }),
    submit: async (request) => {
      await change.mutateAsync(request);
      await session.refresh();
      dialog.onClose();
      if (sendsMail) toast("Link Sent", `Open the link we sent to ${request.newEmail}.`);
      else toast("New link created", askForLink);
    },
    fallback: "Failed to change the email address",
  });

  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Change email"
      label="Change email"
      text={
        <>
          {sendsMail
            ? "We'll send a link to the new address and switch once you open it. Until then you'll keep using "
            : `We'll switch once you confirm the new address. ${askForLink} Until then you'll keep using `}
          {user.email}.
        </>
      }
      submit={sendsMail ? "Send link" : "Create link"}
      submitting="Sending..."
    >
      <TextInput
        {...form.getInputProps("newEmail")}
        label="New Email"
        type="email"
        autoComplete="email"
        data-autofocus
      />
      {/* For password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.username} />
      <PasswordInput {...form.getInputProps("password")} label="Password" autoComplete="current-password" />
    </FormDialog>
  );
}
