import { useMutation } from "@connectrpc/connect-query";
import { Button, Divider, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { ProtoForm } from "../../components/ProtoForm";
import { AccountService, RequestPasswordResetRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { useAskForLink } from "../../lib/board/board";
import { sendsMail } from "../../lib/board/product";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { Done } from "./Done";
import { FormPage } from "./FormPage";

/** Requests a password reset link. The answer never reveals whether the account exists. */
export function ForgotPasswordPage() {
  const askForLink = useAskForLink();
  const request = useMutation(AccountService.method.requestPasswordReset);
  const [sentTo, setSentTo] = useState("");
  const form = useProtoForm({
    initialValues: { email: "" },
    schema: RequestPasswordResetRequestSchema,
    toMessage: ({ email }) => ({ email: email.trim() }),
    submit: async (message) => {
      await request.mutateAsync(message);
      setSentTo(message.email ?? "");
    },
    fallback: "Failed to request the link",
  });

  if (sentTo) {
    return (
      <Done
        title={sendsMail ? "Check your email" : "Ask an admin for your link"}
        text={
          sendsMail ? (
            <>
              If <b>{sentTo}</b> has an account, we've sent it a one-time link that expires in an hour. Nothing there?
              Check your spam folder.
            </>
          ) : (
            <>
              If <b>{sentTo}</b> has an account, a one-time link is ready. It expires in an hour. {askForLink}
            </>
          )
        }
        action={
          <>
            {sendsMail ? (
              <ButtonLink variant="filled" to={paths.login}>
                Back to log in
              </ButtonLink>
            ) : (
              <ButtonLink variant="filled" to={paths.contact}>
                Write to the admins
              </ButtonLink>
            )}
            <Button onClick={() => setSentTo("")}>Use another address</Button>
          </>
        }
      />
    );
  }
  return (
    <FormPage
      title="Reset password"
      text={`Enter your account email. ${
        sendsMail ? "We'll send you a link to set a new password." : `We'll create a reset link. ${askForLink}`
      }`}
    >
      <ProtoForm form={form} label="Forgot password">
        <TextInput {...form.getInputProps("email")} label="Email" type="email" autoComplete="email" autoFocus />
        <Button type="submit" variant="filled" fullWidth loading={form.busy}>
          {form.busy ? "Sending..." : sendsMail ? "Send link" : "Create link"}
        </Button>
        <Divider />
        <Text c="dimmed">
          Remembered your password? <TextLink to={paths.login}>Log in</TextLink>
        </Text>
      </ProtoForm>
    </FormPage>
  );
}
