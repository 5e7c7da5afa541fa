import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { CodeInput } from "../../components/CodeInput";
import { ProtoForm } from "../../components/ProtoForm";
import { AccountService, LoginWithSecondFactorRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { useSessionChange } from "../../lib/session";
import { useProtoForm } from "../../lib/useProtoForm";

/** Completes the login with this token by a code. */
export function CodeForm({ token, arrived, onBack }: { token: string; arrived: boolean; onBack: () => void }) {
  const login = useMutation(AccountService.method.loginWithSecondFactor);
  const session = useSessionChange();
  const form = useProtoForm({
    initialValues: { code: "" },
    schema: LoginWithSecondFactorRequestSchema,
    toMessage: ({ code }) => ({ token, code }),
    submit: async (request) => {
      const { user } = await login.mutateAsync(request);
      if (user) await session.start(user);
    },
    fallback: "Failed to log in",
  });
  const busy = form.busy || arrived;
  return (
    <ProtoForm form={form} label="Second factor">
      <CodeInput {...form.getInputProps("code")} autoFocus />
      <Button type="submit" variant="filled" fullWidth loading={busy}>
        {busy ? "Logging in..." : "Log in"}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        Back
      </Button>
    </ProtoForm>
  );
}

const mark = "second-factor=";

/** The token of a login with another service, which the address of the login page then carries. It is removed from the address. */
export function takeToken(hash: string): string {
  if (!hash.startsWith(mark)) return "";
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  return hash.slice(mark.length);
}
