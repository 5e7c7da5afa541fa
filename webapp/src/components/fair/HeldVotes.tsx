import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Text, Textarea } from "@mantine/core";

import { AppealHeldVotesRequestSchema, RingService } from "../../gen/uvboard/v1/ring_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { formatDate, toDate } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import { ProtoForm } from "../ProtoForm";
import { Section } from "../Section";

/** Why the user's votes are held, with the appeal. Nothing if they are not. */
export function HeldVotes() {
  const { user } = useSession();
  const { data } = useQuery(RingService.method.getHeldVotes, {}, { enabled: Boolean(user), staleTime: stale.now });
  const held = data?.held;
  if (!user || !held?.isHeld) return null;
  return (
    <Section
      title="Your votes are held"
      text={`Since ${formatDate(toDate(held.heldAt))}. They count on screen and in reputation, but rank nothing until an admin has looked at them.`}
    >
      <Text fw={600}>What we found</Text>
      {held.findings.map((text) => (
        <Text key={text} mb="md">
          {text}
        </Text>
      ))}
      {held.appeal && (
        <Text mb="md" style={{ overflowWrap: "anywhere" }}>
          You wrote on {formatDate(toDate(held.appealedAt))}: “{held.appeal}”
        </Text>
      )}
      {held.canAppeal ? (
        <Appeal />
      ) : (
        <Text c="dimmed">An admin will read it. We'll tell you when your votes count again.</Text>
      )}
    </Section>
  );
}

function Appeal() {
  const invalidate = useInvalidate();
  const appeal = useMutation(RingService.method.appealHeldVotes);
  const form = useProtoForm({
    initialValues: { message: "" },
    schema: AppealHeldVotesRequestSchema,
    toMessage: ({ message }) => ({ message }),
    submit: async (request) => {
      await appeal.mutateAsync(request);
      toast("Appeal Sent", "An admin will read it.");
      await invalidate(RingService);
    },
    fallback: "Failed to send the appeal",
  });
  return (
    <ProtoForm form={form} label="Appeal">
      <Textarea
        {...form.getInputProps("message")}
        {...required}
        label="Why should your votes count?"
        description="You can appeal once. Admins see it beside what was found."
        autosize
        minRows={3}
        maxRows={10}
      />
      <Button type="submit" variant="filled" loading={form.busy} style={{ alignSelf: "start" }}>
        Send appeal
      </Button>
    </ProtoForm>
  );
}
