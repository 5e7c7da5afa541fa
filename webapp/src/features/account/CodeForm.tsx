import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { CodeInput } from "../../components/CodeInput";
import { PasskeyButton } from "../../components/PasskeyButton";
import { ProtoForm } from "../../components/ProtoForm";
import {
  AccountService,
  LoginWithSecondFactorRequestSchema,
  type SecondFactor,
  SecondFactorKind,
} from "../../gen/uvboard/v1/account_service_pb";
import { type FinishPasskeyLoginRequest, PasskeyService } from "../../gen/uvboard/v1/passkey_service_pb";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { useSessionChange } from "../../lib/session/sessionChange";

/** A login that needs a second factor. Without kinds, any may be used. */
export type Half = Pick<SecondFactor, "token"> & Partial<Pick<SecondFactor, "kinds">>;

/** Completes a login by a code or a passkey. */
export function CodeForm({ half, arrived, onBack }: { half: Half; arrived: boolean; onBack: () => void }) {
  const { token, kinds } = half;
  const finish = useFinishPasskeyLogin();
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
      {(!kinds || kinds.includes(SecondFactorKind.PASSKEY)) && (
        <PasskeyButton label="Continue with a passkey" secondFactorToken={token} onAnswer={finish} />
      )}
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

/** Completes a login by the answer of a passkey. */
export function useFinishPasskeyLogin() {
  const finish = useMutation(PasskeyService.method.finishPasskeyLogin, { gcTime: 0 });
  const session = useSessionChange();
  return async (answer: Pick<FinishPasskeyLoginRequest, "token" | "credential">) => {
    const { user } = await finish.mutateAsync(answer);
    if (user) await session.start(user);
  };
}

const mark = "second-factor=";

/** A login with another service, whose token the address of the login page then carries. It is removed from the address. */
export function takeHalf(hash: string): Half | undefined {
  if (!hash.startsWith(mark)) return undefined;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  return { token: hash.slice(mark.length) };
}
