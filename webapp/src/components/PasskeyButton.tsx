import { useMutation } from "@connectrpc/connect-query";
import { Button, Stack } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { type FinishPasskeyLoginRequest, PasskeyService } from "../gen/uvboard/v1/passkey_service_pb";
import { failureMessage } from "../lib/server/failure";
import { answerWithPasskey, useOffersPasskeys } from "../lib/session/passkey";
import { FormAlert } from "./FormAlert";

/** Asks for a passkey and passes its answer on. Nothing is shown where there are no passkeys. */
export function PasskeyButton({
  label,
  secondFactorToken = "",
  onAnswer,
}: {
  label: string;
  /** Of the login that the passkey completes. */
  secondFactorToken?: string;
  /** Sends the answer; rejects with the failed request. */
  onAnswer: (answer: Pick<FinishPasskeyLoginRequest, "token" | "credential">) => Promise<unknown>;
}) {
  const offered = useOffersPasskeys();
  const begin = useMutation(PasskeyService.method.beginPasskeyLogin, { gcTime: 0 });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  if (!offered) return null;
  const use = async () => {
    setBusy(true);
    setFailure("");
    try {
      const { token, options } = await begin.mutateAsync({ secondFactorToken });
      await onAnswer({ token, credential: await answerWithPasskey(options) });
    } catch (error) {
      setFailure(failureMessage(error, "Failed to use the passkey"));
    }
    setBusy(false);
  };
  return (
    <Stack gap="sm">
      <FormAlert message={failure} />
      <Button fullWidth loading={busy} onClick={() => void use()}>
        <IconFingerprint size={16} />
        {label}
      </Button>
    </Stack>
  );
}
