import { useMutation } from "@connectrpc/connect-query";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { FormAlert } from "../../components/FormAlert";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { checkRepeated, passwordHint } from "../../lib/password";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { useSessionChange } from "../../lib/session";
import { required, useProtoForm } from "../../lib/useProtoForm";
import css from "./Account.module.css";
import { useArrival } from "./useArrival";

export function RegisterPage() {
  const register = useMutation(AccountService.method.register);
  const session = useSessionChange();
  const arrived = useArrival();
  const form = useProtoForm({
    initialValues: { username: "", email: "", password: "", confirm: "" },
    schema: () => import("../../gen/rules/uvboard/v1/account_service_pb").then((file) => file.RegisterRequestSchema),
    toMessage: ({ username, email, password }) => ({ username, email, password }),
    check: ({ password, confirm }) => checkRepeated(password, confirm),
    submit: async (request) => {
      const { user } = await register.mutateAsync(request);
      if (user) await session.start(user);
    },
    fallback: "Registration failed",
  });
  const { username, password } = form.values;
  const busy = form.busy || arrived;

  return (
    <div className={`wrap page ${css.two}`}>
      <div className={css.head}>
        <h1 className="h1">Sign up</h1>
        <p>Free forever. Share projects, vote and join in.</p>
      </div>
      <form {...form.props} className={css.form} aria-label="Sign up">
        <FormAlert {...form.alert} />
        <TextInput
          {...form.getInputProps("username")}
          {...required}
          label="Username"
          description="3 to 20 letters, digits or underscores"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
        <TextInput
          {...form.getInputProps("email")}
          {...required}
          label="Email"
          description="Never shown publicly"
          type="email"
          autoComplete="email"
        />
        <PasswordInput
          {...form.getInputProps("password")}
          {...required}
          label="Password"
          description={passwordHint(password, username) ?? "At least 6 characters"}
          autoComplete="new-password"
        />
        <PasswordInput
          {...form.getInputProps("confirm")}
          {...required}
          label="Confirm Password"
          autoComplete="new-password"
        />
        <Button type="submit" variant="filled" fullWidth loading={busy}>
          {busy ? "Creating account..." : "Sign up"}
        </Button>
        <p className={css.terms}>
          By signing up you agree to the{" "}
          <Link className="link" to={paths.terms}>
            Terms
          </Link>
          .
        </p>
        <p className={css.below}>
          Already have an account?{" "}
          <Link className="link" to={paths.login}>
            Log in
          </Link>
        </p>
      </form>
      <ViberTagBox username={username} />
    </div>
  );
}

/** What a ViberTag is, shown on the person that the form is about to make. */
function ViberTagBox({ username }: { username: string }) {
  const name = username.trim();
  const tag = `@${name.toLowerCase() || "vibertag"}`;
  return (
    <section className={css.tagbox} aria-labelledby="viber-tag">
      <div className={name ? css.person : `${css.person} ${css.blank}`} aria-hidden="true">
        <Avatar person={{ username: name || "?" }} size="xl" />
        <div style={{ minWidth: 0 }}>
          <div className={`${css.name} cut`}>{name || "You"}</div>
          <span className={`${css.viberTag} cut`}>{tag}</span>
        </div>
      </div>
      <div className={css.words}>
        <h2 id="viber-tag">
          Your ViberTag
          <span className={css.small} aria-hidden="true">
            {tag}
          </span>
        </h2>
        <p>
          Your ViberTag is your unique handle on {productName}. It's your username, and it appears on everything you
          share: projects, threads and stories.
        </p>
      </div>
    </section>
  );
}
