import { useMutation } from "@connectrpc/connect-query";
import { Badge, Box, Button, Divider, Flex, Group, Paper, Text, TextInput, Title } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useRef } from "react";
import { Avatar } from "../../components/Avatar";
import { TextLink } from "../../components/ButtonLink";
import { ProofOfWork, type Solver } from "../../components/ProofOfWork";
import { ProtoForm } from "../../components/ProtoForm";
import { AccountService, RegisterRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { useBoard, useInvitationNeeded, useOpenRegistration } from "../../lib/board/board";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { checkRepeated } from "../../lib/session/password";
import { useSessionChange } from "../../lib/session/sessionChange";
import { FormPage } from "./FormPage";
import { NewAccountInputs } from "./NewAccountInputs";
import { ProviderButtons } from "./ProviderButtons";
import { useArrival } from "./useArrival";

export function RegisterPage() {
  return useOpenRegistration() ? <OpenRegistration /> : <ClosedRegistration />;
}

function ClosedRegistration() {
  const { name } = useBoard();
  return (
    <FormPage title="Registration is closed" text={`${name} takes no new members right now. You can still browse it.`}>
      <Text c="dimmed">
        Already have an account? <TextLink to={paths.login}>Log in</TextLink>
      </Text>
    </FormPage>
  );
}

function OpenRegistration() {
  const { name: boardName, features } = useBoard();
  const solver = useRef<Solver>(null);
  const register = useMutation(AccountService.method.register);
  const session = useSessionChange();
  const arrived = useArrival();
  const needsInvitation = useInvitationNeeded();
  const given = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get("invitation") ?? "";
  const form = useProtoForm({
    initialValues: { username: "", email: "", password: "", confirm: "", invitation: given, proofOfWork: "" },
    schema: RegisterRequestSchema,
    toMessage: ({ username, email, password, invitation }) => ({ username, email, password, invitation }),
    check: ({ password, confirm }) => checkRepeated(password, confirm),
    submit: async (request) => {
      const proofOfWork = (await solver.current?.solve()) ?? "";
      const { user } = await register.mutateAsync({ ...request, proofOfWork });
      if (user) await session.start(user);
    },
    fallback: "Registration failed",
  });
  const { username, invitation } = form.values;
  const busy = form.busy || arrived;

  return (
    <div className="wrap page">
      <Title>Sign up</Title>
      <Text c="dimmed" mt="sm">
        {needsInvitation
          ? `${boardName} takes new members by invitation. Ask a member for one.`
          : "Free forever. Share projects, vote and join in."}
      </Text>
      <Flex direction={{ base: "column", md: "row" }} align="start" gap={{ base: "lg", md: 96 }} mt="lg">
        <Box w="100%" maw={400}>
          <Box mb={20}>
            <ProviderButtons invitation={invitation} />
          </Box>
          <ProtoForm form={form} label="Sign up">
            {needsInvitation && (
              <TextInput
                {...form.getInputProps("invitation")}
                label="Invitation code"
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
              />
            )}
            <NewAccountInputs form={form} />
            {features?.proofOfWork && <ProofOfWork error={form.errors.proofOfWork} solver={solver} />}
            <Button type="submit" variant="filled" fullWidth loading={busy}>
              {busy ? "Creating account..." : "Sign up"}
            </Button>
            <Text size="sm" c="dimmed">
              By signing up you agree to the <TextLink to={paths.terms}>Terms</TextLink>.
            </Text>
            <Divider />
            <Text c="dimmed">
              Already have an account? <TextLink to={paths.login}>Log in</TextLink>
            </Text>
          </ProtoForm>
        </Box>
        <ViberTagBox username={username} />
      </Flex>
    </div>
  );
}

/** Explains the ViberTag, with the one that the typed username makes. */
function ViberTagBox({ username }: { username: string }) {
  const { name: boardName } = useBoard();
  const name = username.trim();
  const color = name ? undefined : "var(--uv-text-3)";
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="lg"
      flex={1}
      maw={{ base: 400, md: "none" }}
      aria-labelledby="viber-tag"
    >
      <Group gap={20} wrap="nowrap" mb="lg" aria-hidden="true">
        <Avatar person={{ username: name || "?" }} size="xl" />
        <Box miw={0} c={color}>
          <Text fw={700} fz="var(--uv-fs-2xl)" lh="var(--uv-lh-2xl)" truncate>
            {name || "You"}
          </Text>
          <Badge size="lg" mt="sm" color={name ? "lamp" : "ink"}>
            @{name.toLowerCase() || "vibertag"}
          </Badge>
        </Box>
      </Group>
      <Title order={2} id="viber-tag">
        Your ViberTag
      </Title>
      <Text c="dimmed" mt={4}>
        Your ViberTag is your unique handle on {boardName}. It's your username, and it appears on everything you share:
        projects, threads and stories.
      </Text>
    </Paper>
  );
}
