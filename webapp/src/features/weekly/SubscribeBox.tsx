import { useMutation } from "@connectrpc/connect-query";
import { Box, Button, Text, TextInput, Title } from "@mantine/core";
import { IconCheck, IconMail } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { TextLink } from "../../components/ButtonLink";
import { ProofOfWork, type Solver } from "../../components/ProofOfWork";
import { ProtoForm } from "../../components/ProtoForm";
import { SubscribeWeeklyRequestSchema, WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { useBoard } from "../../lib/board/board";
import { sendsMail } from "../../lib/board/product";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import css from "./Weekly.module.css";

/** Subscribes an address. Nothing is said of whether the address is known. */
export function SubscribeBox() {
  const { features } = useBoard();
  const [sentTo, setSentTo] = useState("");
  const solver = useRef<Solver>(null);
  const subscribe = useMutation(WeeklyService.method.subscribeWeekly);
  const form = useProtoForm({
    initialValues: { email: "", proofOfWork: "" },
    schema: SubscribeWeeklyRequestSchema,
    toMessage: ({ email }) => ({ email: email.trim() }),
    submit: async (request) => {
      const proofOfWork = (await solver.current?.solve()) ?? "";
      await subscribe.mutateAsync({ ...request, proofOfWork });
      setSentTo(request.email ?? "");
    },
    fallback: "Failed to subscribe",
  });
  return (
    <Box component="section" className={css.subscribe} aria-labelledby="subscribe">
      {sentTo ? (
        <Sent to={sentTo} onAgain={() => setSentTo("")} />
      ) : (
        <>
          <div>
            <Title order={2} size="h3" id="subscribe">
              Get it by email
            </Title>
            <Text c="dimmed" mt={4}>
              Once a week, no account needed. No tracking, and every email has a link that ends it.{" "}
              <TextLink to={paths.privacy}>Privacy</TextLink>
            </Text>
          </div>
          <ProtoForm form={form} label="Subscribe">
            <div className={css.fields}>
              <TextInput
                {...form.getInputProps("email")}
                aria-label="Email"
                placeholder="you@example.com"
                type="email"
                autoComplete="email"
                size="lg"
              />
              <Button type="submit" variant="filled" size="lg" loading={form.busy}>
                <IconMail size={18} />
                Subscribe
              </Button>
            </div>
            {features?.proofOfWork && <ProofOfWork error={form.errors.proofOfWork} solver={solver} />}
          </ProtoForm>
        </>
      )}
    </Box>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div role="status" style={{ overflowWrap: "anywhere" }}>
        <Title order={2} size="h3" id="subscribe" ref={heading} tabIndex={-1}>
          <IconCheck size={20} aria-hidden="true" /> {sendsMail ? "Check your email" : "Almost there"}
        </Title>
        <Text c="dimmed" mt={4}>
          {sendsMail ? (
            <>
              We've sent a link to <b>{to}</b>. Open it to confirm. Nothing there? Check your spam folder.
            </>
          ) : (
            <>
              This site can't send email yet, so ask an admin for the link that confirms <b>{to}</b>.
            </>
          )}
        </Text>
      </div>
      <div>
        <Button onClick={onAgain}>Use another address</Button>
      </div>
    </>
  );
}
