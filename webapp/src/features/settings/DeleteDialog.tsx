import { useMutation } from "@connectrpc/connect-query";
import { PasswordInput, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { AccountService, DeleteAccountRequestSchema, DeletedContent } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import type { FieldErrors } from "../../lib/form/formErrors";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toast } from "../../lib/ui/toast";
import { forgetLocally } from "./forgetLocally";

/** Typing the username prevents a deletion by accident. */
const checkOwnName = (typed: string, username: string): FieldErrors =>
  typed.trim().toLowerCase() === username.toLowerCase() ? {} : { username: "This is not your username" };

/** Deletes the account after a last confirmation, then shows Home. */
export function DeleteDialog({
  user,
  content,
  ...dialog
}: DialogProps & {
  user: SessionUser;
  content: DeletedContent;
}) {
  const navigate = useNavigate();
  const session = useSessionChange();
  // Passwords must not stay in memory.
  const remove = useMutation(AccountService.method.deleteAccount, { gcTime: 0 });
  const erase = content === DeletedContent.ERASE;
  const form = useProtoForm({
    initialValues: { username: "", password: "" },
    schema: DeleteAccountRequestSchema,
    toMessage: ({ password }) => ({ id: user.id, password, content }),
    check: ({ username }) => checkOwnName(username, user.username),
    submit: async (request) => {
      await remove.mutateAsync(request);
      forgetLocally(user);
      // Leave first: guests may not see this screen.
      await navigate({ to: paths.home, replace: true });
      await session.end();
      toast(
        "Account Deleted",
        erase ? "What you made is being erased. This takes a moment." : "What you made stays, without your name.",
      );
    },
    fallback: "Failed to delete the account",
  });

  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Delete your account for good?"
      label="Delete account"
      text={
        erase
          ? "Your account, everything you published and your votes are erased. This action cannot be undone."
          : "Your account is gone, and what you published stays without your name. This action cannot be undone."
      }
      submit={erase ? "Delete everything" : "Delete account, keep projects"}
      submitting="Deleting..."
      color="quench"
    >
      <TextInput
        {...form.getInputProps("username")}
        {...required}
        label="Username"
        description={`Type ${user.username} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
      />
      <PasswordInput
        {...form.getInputProps("password")}
        {...required}
        label="Password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
