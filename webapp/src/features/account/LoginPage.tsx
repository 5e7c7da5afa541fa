import { useMutation } from "@connectrpc/connect-query";
import { Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { TextLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { PasskeyButton } from "../../components/PasskeyButton";
import { ProtoForm } from "../../components/ProtoForm";
import { AccountService, LoginRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { useBoard, useOpenRegistration } from "../../lib/board/board";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { readOutcome } from "../../lib/session/outcome";
import { useOffersPasskeys } from "../../lib/session/passkey";
import { useSessionChange } from "../../lib/session/sessionChange";
import { CodeForm, takeHalf, useFinishPasskeyLogin } from "./CodeForm";
import { FormPage } from "./FormPage";
import { ProviderButtons } from "./ProviderButtons";
import { useArrival } from "./useArrival";

export function LoginPage() {
  const open = useOpenRegistration();
  const login = useMutation(AccountService.method.login);
  const session = useSessionChange();
  const arrived = useArrival();
  const hash = useLocation({ select: (location) => location.hash });
  const [half, setHalf] = useState(() => takeHalf(hash));
  const form = useProtoForm({
    initialValues: { username: "", password: "" },
    schema: LoginRequestSchema,
    toMessage: (values) => values,
    submit: async (request) => {
      const { user, secondFactor } = await login.mutateAsync(request);
      if (secondFactor) setHalf(secondFactor);
      if (user) await session.start(user);
    },
    fallback: "Invalid credentials",
  });
  const busy = form.busy || arrived;
  const { providers } = useBoard();
  const offersPasskeys = useOffersPasskeys();
  const finish = useFinishPasskeyLogin();
  const outcome = useRef(readOutcome(window.location.search, providers)).current;

  if (half) {
    return (
      <FormPage title="Log in">
        <CodeForm half={half} arrived={arrived} onBack={() => setHalf(undefined)} />
      </FormPage>
    );
  }
  return (
    <FormPage title="Log in">
      <Stack gap={20} mb={20}>
        <FormAlert message={outcome?.text ?? ""} />
        <ProviderButtons>
          {offersPasskeys && <PasskeyButton label="Continue with a passkey" onAnswer={finish} />}
        </ProviderButtons>
      </Stack>
      <ProtoForm form={form} label="Log in">
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
        <Divider />
        <Group justify="space-between" gap="sm">
          {open && (
            <Text c="dimmed">
              New here? <TextLink to={paths.register}>Sign up</TextLink>
            </Text>
          )}
          <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
        </Group>
      </ProtoForm>
    </FormPage>
  );
}
