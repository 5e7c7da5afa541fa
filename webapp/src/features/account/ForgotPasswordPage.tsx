import { useMutation } from "@connectrpc/connect-query";
import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../../lib/paths";
import { askForLink, sendsMail } from "../../lib/product";
import { useProtoForm } from "../../lib/useProtoForm";
import css from "./Account.module.css";
import { Done } from "./Done";

/** Asks for a mail with which a new password can be set. The answer never tells whether there is such an account. */
export function ForgotPasswordPage() {
  const request = useMutation(AccountService.method.requestPasswordReset);
  const [sentTo, setSentTo] = useState("");
  const form = useProtoForm({
    initialValues: { email: "" },
    schema: () =>
      import("../../gen/rules/uvboard/v1/account_service_pb").then((file) => file.RequestPasswordResetRequestSchema),
    toMessage: ({ email }) => ({ email: email.trim() }),
    submit: async (message) => {
      await request.mutateAsync(message);
      setSentTo(message.email ?? "");
    },
    fallback: "Failed to ask for the mail",
  });

  if (sentTo) {
    return (
      <div className="wrap page">
        <Done
          title={sendsMail ? "Check your mail" : "Ask for the link"}
          text={
            sendsMail ? (
              <>
                If an account has the address <b>{sentTo}</b>, a mail with a link is on its way. The link works once,
                for one hour. Nothing there? Look into the spam folder.
              </>
            ) : (
              <>
                If an account has the address <b>{sentTo}</b>, there is a link now that works once, for one hour.{" "}
                {askForLink}
              </>
            )
          }
          action={
            <>
              <ButtonLink variant="filled" to={paths.login}>
                Back to login
              </ButtonLink>
              <Button onClick={() => setSentTo("")}>Use another address</Button>
            </>
          }
        />
      </div>
    );
  }
  return (
    <div className="wrap page">
      <div className={css.narrow}>
        <div className={css.head}>
          <h1 className="h1">Reset password</h1>
          <p>
            Type the email address of your account.{" "}
            {sendsMail
              ? "We mail you a link with which you set a new password."
              : `You set a new password with a link. ${askForLink}`}
          </p>
        </div>
        <form {...form.props} className={css.form} aria-label="Forgot password">
          <FormAlert {...form.alert} />
          <TextInput {...form.getInputProps("email")} label="Email" type="email" autoComplete="email" autoFocus />
          <Button type="submit" variant="filled" fullWidth loading={form.busy}>
            {form.busy ? "Sending..." : sendsMail ? "Send the link" : "Make the link"}
          </Button>
          <p className={css.below}>
            Remembered it?{" "}
            <Link className="link" to={paths.login}>
              Log in
            </Link>
          </p>
        </form>
      </div>
    </div>
  );
}
