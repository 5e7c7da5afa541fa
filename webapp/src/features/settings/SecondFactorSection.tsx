import { useMutation } from "@connectrpc/connect-query";
import { Alert, Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CodeInput } from "../../components/CodeInput";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { ProtoForm } from "../../components/ProtoForm";
import { Section } from "../../components/Section";
import {
  AccountService,
  ConfirmTotpRequestSchema,
  type CreateTotpResponse,
} from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { failureMessage } from "../../lib/server/failure";
import { useSessionChange } from "../../lib/session/sessionChange";
import { plural } from "../../lib/text/text";
import { toast, toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { QrCode } from "./QrCode";
import { RecoveryCodes } from "./RecoveryCodes";
import { Row } from "./Row";

/** The second factor of the account. */
export function SecondFactorSection({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [begun, setBegun] = useState<CreateTotpResponse>();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => {
    setBegun(undefined);
    setCodes(undefined);
    heading.current?.focus();
  };
  return (
    <Section
      title="Second Factor"
      text="With a code of an app on your phone, your password alone is not enough to log in."
      heading={heading}
    >
      {user.needsSecondFactor && (
        <Alert>
          Admins and moderators of this board need a second factor. Turn it on or add a passkey to act as one.
        </Alert>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} without="app" onDone={finish} />
      ) : begun ? (
        <NewApp begun={begun} onConfirmed={setCodes} onCancel={finish} />
      ) : (
        <AppRow user={user} onBegun={setBegun} onOff={finish} />
      )}
    </Section>
  );
}

function AppRow({
  user,
  onBegun,
  onOff,
}: {
  user: SessionUser;
  onBegun: (begun: CreateTotpResponse) => void;
  onOff: () => void;
}) {
  const session = useSessionChange();
  const dialog = useDialog();
  // The secret must not stay in memory.
  const begin = useMutation(AccountService.method.createTotp, {
    gcTime: 0,
    onSuccess: onBegun,
    onError: (error) => toastError("Error", failureMessage(error, "Failed to begin")),
  });
  const end = useMutation(AccountService.method.deleteTotp, {
    onSuccess: async () => {
      await session.refresh();
      flushSync(dialog.close); // the open dialog would keep the focus
      toast(
        user.hasPasskey ? "Authenticator App Off" : "Second Factor Off",
        user.hasPasskey ? "You need a passkey to log in." : "Your password alone now logs you in.",
      );
      onOff();
    },
    onError: (error) => {
      dialog.close();
      toastError("Error", failureMessage(error, "Failed to turn the second factor off"));
    },
  });
  return (
    <>
      <ul className="ruled" aria-label="Second factor">
        <Row
          icon={IconDeviceMobile}
          title="Authenticator app"
          badge={<Badge>{user.hasTotp ? "On" : "Off"}</Badge>}
          actions={
            <>
              <Button size="sm" loading={begin.isPending} onClick={() => begin.mutate({})}>
                {user.hasTotp ? "Replace" : "Turn on"}
              </Button>
              {user.hasTotp && (
                <Button size="sm" variant="outline" color="quench" onClick={dialog.open}>
                  Turn off
                </Button>
              )}
            </>
          }
        >
          {user.hasTotp || user.hasPasskey
            ? `${plural(user.recoveryCodes, "recovery code")} left. ${user.hasTotp ? "Replace" : "Turn on"} the app to get new ones.`
            : "Such as Aegis, Google Authenticator or a password manager."}
        </Row>
      </ul>
      <ConfirmDialog
        key={dialog.key}
        opened={dialog.opened}
        title={user.hasPasskey ? "Turn off the authenticator app" : "Turn off the second factor"}
        text={
          user.hasPasskey
            ? "Your app stops working for this account. Your passkeys and recovery codes stay."
            : "Your app and your recovery codes stop working for this account. Your password alone logs you in."
        }
        action="Turn off"
        busyAction="Turning off..."
        busy={end.isPending}
        onConfirm={() => end.mutate({})}
        onClose={() => !end.isPending && dialog.close()}
      />
    </>
  );
}

function NewApp({
  begun,
  onConfirmed,
  onCancel,
}: {
  begun: CreateTotpResponse;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}) {
  const session = useSessionChange();
  const confirm = useMutation(AccountService.method.confirmTotp, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { code: "" },
    schema: ConfirmTotpRequestSchema,
    toMessage: (values) => values,
    submit: async (request) => {
      onConfirmed((await confirm.mutateAsync(request)).recoveryCodes);
      void session.refresh();
    },
    fallback: "Failed to turn the second factor on",
  });
  return (
    <Group gap="lg" align="start">
      <QrCode text={begun.uri} label="QR code for your authenticator app" />
      <Stack gap={12} flex="1 1 260px" maw={400}>
        <Text>Scan the code with your app, or type this key into it:</Text>
        <Code block style={{ userSelect: "all" }}>
          {begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </Code>
        <ProtoForm form={form} label="Authenticator app">
          <CodeInput {...form.getInputProps("code")} description="6 digits that the app shows" autoFocus />
          <Group gap="sm">
            <Button type="submit" variant="filled" loading={form.busy}>
              {form.busy ? "Turning on..." : "Turn on"}
            </Button>
            <Button variant="subtle" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </ProtoForm>
      </Stack>
    </Group>
  );
}
