import { useMutation } from "@connectrpc/connect-query";
import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../../lib/paths";
import { useForm } from "../../lib/useForm";
import css from "./Account.module.css";
import { checkForgotten, warmUp } from "./checks";

/** Asks for a mail with which a new password can be set. The answer never tells whether there is such an account. */
export function ForgotPasswordPage() {
  const request = useMutation(AccountService.method.requestPasswordReset);
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { email: "" },
    check: checkForgotten,
    send: async (values) => {
      setSent(false);
      await request.mutateAsync(values);
      setSent(true);
    },
    otherwise: "Failed to ask for the mail",
  });
  useEffect(warmUp, []);

  return (
    <div className="wrap page">
      <div className={css.narrow}>
        <div className={css.head}>
          <h1 className="h1">Forgot your password?</h1>
          <p>Type the address of your account, and follow the link that comes by mail.</p>
        </div>
        <div role="status">
          {sent && <p className={css.answer}>If an account has this address, a mail with a link is on its way.</p>}
        </div>
        <form {...form.form} className={css.form} aria-label="Forgot password">
          {form.message && (
            <p className={css.alert} role="alert">
              {form.message}
            </p>
          )}
          <TextInput {...form.field("email")} label="Email" type="email" autoComplete="email" autoFocus />
          <Button type="submit" variant="solid" full busy={form.busy}>
            {form.busy ? "Sending..." : "Send the link"}
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
