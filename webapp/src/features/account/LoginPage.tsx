import { useMutation } from "@connectrpc/connect-query";
import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../../components/Button";
import { FormAlert } from "../../components/FormAlert";
import { PasswordField } from "../../components/PasswordField";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../../lib/paths";
import { useSessionChange } from "../../lib/session";
import { useForm } from "../../lib/useForm";
import css from "./Account.module.css";
import { checkLogin, warmUp } from "./checks";
import { useArrival } from "./useArrival";

export function LoginPage() {
  const login = useMutation(AccountService.method.login);
  const session = useSessionChange();
  const arrived = useArrival();
  const form = useForm({
    initial: { username: "", password: "" },
    check: checkLogin,
    send: async (values) => {
      const { user } = await login.mutateAsync(values);
      if (user) await session.start(user);
    },
    otherwise: "Invalid credentials",
  });
  useEffect(warmUp, []);
  const busy = form.busy || arrived;

  return (
    <div className="wrap page">
      <div className={css.narrow}>
        <div className={css.head}>
          <h1 className="h1">Log in</h1>
        </div>
        <form {...form.form} className={css.form} aria-label="Log in">
          <FormAlert {...form.alert} />
          <TextInput
            {...form.field("username")}
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
          <PasswordField {...form.field("password")} label="Password" autoComplete="current-password" />
          <Button type="submit" variant="solid" full busy={busy}>
            {busy ? "Logging in..." : "Log in"}
          </Button>
          <div className={`${css.below} ${css.apart}`}>
            <p>
              New here?{" "}
              <Link className="link" to={paths.register}>
                Sign up
              </Link>
            </p>
            <Link className="link" to={paths.forgotPassword}>
              Forgot password?
            </Link>
          </div>
        </form>
      </div>
    </div>
  );
}
