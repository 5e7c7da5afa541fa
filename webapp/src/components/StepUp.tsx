import { useMutation } from "@connectrpc/connect-query";
import { Button, PasswordInput, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { AccountService, StepUpRequestSchema } from "../gen/uvboard/v1/account_service_pb";
import { PasskeyService } from "../gen/uvboard/v1/passkey_service_pb";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { useBoard } from "../lib/board/board";
import { required, useProtoForm } from "../lib/form/useProtoForm";
import { paths } from "../lib/page/paths";
import { provideStepUp } from "../lib/session/stepUp";
import { CodeInput } from "./CodeInput";
import { Dialog } from "./Dialog";
import { FormDialog } from "./FormDialog";
import { PasskeyButton } from "./PasskeyButton";

const title = "Confirm that it's you";

/** Asks for a proof whenever a call of the screen needs one. */
export function StepUp({ user }: { user: SessionUser }) {
  const [asked, setAsked] = useState<{ answer: (proved: boolean) => void }>();
  useEffect(() => provideStepUp(() => new Promise((answer) => setAsked({ answer }))), []);
  if (!asked) return null;
  const close = (proved: boolean) => {
    setAsked(undefined);
    asked.answer(proved);
  };
  // Mounted when it opens, so that it is above a dialog whose form made the call.
  return user.hasTotp || user.hasPasskey || user.hasPassword ? (
    <ProofDialog user={user} onProved={() => close(true)} onClose={() => close(false)} />
  ) : (
    <AgainDialog onClose={() => close(false)} />
  );
}

function ProofDialog({ user, onProved, onClose }: { user: SessionUser; onProved: () => void; onClose: () => void }) {
  // Passwords must not stay in memory.
  const prove = useMutation(AccountService.method.stepUp, { gcTime: 0 });
  const proveWithPasskey = useMutation(PasskeyService.method.stepUpWithPasskey, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { password: "", code: "" },
    schema: StepUpRequestSchema,
    toMessage: (values) => values,
    submit: async (request) => {
      await prove.mutateAsync(request);
      onProved();
    },
    fallback: "Failed to confirm",
  });
  const takesCode = user.hasTotp || user.hasPasskey;
  return (
    <FormDialog
      opened
      onClose={onClose}
      form={form}
      title={title}
      label={title}
      text={`Your last login was a while ago. ${user.hasPasskey ? "Use a passkey or enter" : "Enter"} ${takesCode ? "a code" : "your password"} to go on.`}
      submit="Confirm"
      submitting="Confirming..."
    >
      {user.hasPasskey && (
        <PasskeyButton
          label="Use a passkey"
          onAnswer={async (passkey) => {
            await proveWithPasskey.mutateAsync(passkey);
            onProved();
          }}
        />
      )}
      {takesCode ? (
        <CodeInput {...form.getInputProps("code")} data-autofocus />
      ) : (
        <>
          {/* For password managers. */}
          <input hidden readOnly name="username" autoComplete="username" value={user.username} />
          <PasswordInput
            {...form.getInputProps("password")}
            {...required}
            label="Your Password"
            autoComplete="current-password"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}

/** For a user who logs in with other services only. */
function AgainDialog({ onClose }: { onClose: () => void }) {
  const { providers } = useBoard();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="sm">
        {providers.map(({ id, name }) => (
          <Button key={id} component="a" href={paths.startLogin(id, window.location.pathname + window.location.search)}>
            Log in again with {name}
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
