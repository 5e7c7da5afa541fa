import { useMutation } from "@connectrpc/connect-query";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FormAlert } from "../../components/FormAlert";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../../lib/paths";
import { useSessionChange } from "../../lib/session";
import { useProtoForm } from "../../lib/useProtoForm";
import css from "./Account.module.css";
import { useArrival } from "./useArrival";

export function LoginPage() {
  const login = useMutation(AccountService.method.login);
  const session = useSessionChange();
  const arrived = useArrival();
  const form = useProtoForm({
    initialValues: { username: "", password: "" },
    schema: () => import("../../gen/rules/uvboard/v1/account_service_pb").then((file) => file.LoginRequestSchema),
    toMessage: (values) => values,
    submit: async (request) => {
      const { user } = await login.mutateAsync(request);
      if (user) await session.start(user);
    },
    fallback: "Invalid credentials",
  });
  const busy = form.busy || arrived;

  return (
    <div className="wrap page">
      <div className={css.narrow}>
        <div className={css.head}>
          <h1 className="h1">Log in</h1>
        </div>
        <form {...form.props} className={css.form} aria-label="Log in">
          <FormAlert {...form.alert} />
          <TextInput
            {...form.getInputProps("username")}
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
          <PasswordInput {...form.getInputProps("password")} label="Password" autoComplete="current-password" />
          <Button type="submit" variant="filled" fullWidth loading={busy}>
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
