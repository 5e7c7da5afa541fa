import { useMutation } from "@connectrpc/connect-query";
import { Anchor, Badge, Box, Button, Collapse, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { ProtoForm } from "../../../components/ProtoForm";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { type Ring, RingKind, type RingMember, RingState } from "../../../gen/uvboard/v1/ring_pb";
import { RingService, UpdateRingRequestSchema } from "../../../gen/uvboard/v1/ring_service_pb";
import { required, toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { plural } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { adminDate, adminTime } from "../date";
import css from "./Rings.module.css";

const kinds: Record<RingKind, string> = {
  [RingKind.UNSPECIFIED]: "Ring",
  [RingKind.CROWD]: "Crowd",
  [RingKind.OVERLAP]: "Same votes",
};

/** One ring: what was found, what its members upvoted, who they are and what they say, and the decision. */
export function RingCase({ ring }: { ring: Ring }) {
  const title = useId();
  const list = useId();
  const [opened, { toggle }] = useDisclosure();
  const appeals = ring.members.filter(({ appeal }) => appeal);
  return (
    <article className={css.ring} aria-labelledby={title}>
      <Group gap="sm">
        <Badge>{kinds[ring.kind]}</Badge>
        <Text fw={600} id={title}>
          {plural(ring.memberCount, "account")}
        </Text>
        <Text size="sm" c="dimmed">
          Found {adminTime(ring.createdAt)}
        </Text>
      </Group>
      <Text maw="80ch">{ring.findings}</Text>
      {appeals.length > 0 && (
        <Box>
          <Text fw={600}>{plural(appeals.length, "appeal")}</Text>
          {appeals.map((member) => (
            <blockquote key={member.user?.id} className={css.appeal}>
              {member.appeal}
              <Text size="sm" c="dimmed">
                <AuthorLink author={member.user} /> on {adminDate(member.appealedAt)}
              </Text>
            </blockquote>
          ))}
        </Box>
      )}
      <Box>
        <Text fw={600}>They upvoted</Text>
        <ul className={css.list}>
          {ring.targets.map(({ id, path, title, upvotes }) => (
            <li key={id}>
              {path ? <Anchor href={path}>{title || "Untitled"}</Anchor> : title || "Deleted"}{" "}
              <Text span c="dimmed" size="sm">
                {plural(upvotes, "upvote")} of theirs
              </Text>
            </li>
          ))}
        </ul>
      </Box>
      <Box>
        <Button size="sm" variant="subtle" aria-expanded={opened} aria-controls={list} onClick={toggle} px={0}>
          {opened ? "Hide the accounts" : "Show the accounts"}
        </Button>
        <Collapse expanded={opened} id={list}>
          <ul className={css.list}>
            {ring.members.map((member) => (
              <Member key={member.user?.id} member={member} />
            ))}
          </ul>
          {ring.memberCount > ring.members.length && (
            <Text size="sm" c="dimmed">
              And {ring.memberCount - ring.members.length} more.
            </Text>
          )}
        </Collapse>
      </Box>
      {ring.decidedAt && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {ring.state === RingState.HELD ? "Held again" : "Released"} on {adminTime(ring.decidedAt)}
          {ring.decidedBy && (
            <>
              {" "}
              by <AuthorLink author={ring.decidedBy} />
            </>
          )}
          : “{ring.reason}”
        </Text>
      )}
      <Decide key={ring.state} ring={ring} />
    </article>
  );
}

function Member({ member: { user, registeredAt, votesGiven } }: { member: RingMember }) {
  return (
    <li>
      <AuthorLink author={user} />{" "}
      <Text span c="dimmed" size="sm">
        registered {adminTime(registeredAt)}, {plural(votesGiven, "vote")}
      </Text>
    </li>
  );
}

/** Releases the ring or holds it again. The reason is filled in, so that it takes one press. */
function Decide({ ring }: { ring: Ring }) {
  const held = ring.state === RingState.HELD;
  const invalidate = useInvalidate();
  const update = useMutation(RingService.method.updateRing);
  const form = useProtoForm({
    initialValues: { reason: held ? "They are people" : "Their votes look bought" },
    schema: UpdateRingRequestSchema,
    toMessage: ({ reason }) => ({
      id: ring.id,
      state: held ? RingState.RELEASED : RingState.HELD,
      reason: reason.trim(),
    }),
    submit: async (request) => {
      await update.mutateAsync(request);
      toast("Success", held ? "Their votes count again." : "Their votes are held.");
      await invalidate(RingService);
    },
    report: toastFailure,
    fallback: "Failed to decide about the ring.",
  });
  return (
    <ProtoForm form={form} label={`Decision about ${plural(ring.memberCount, "account")}`}>
      <Stack gap="sm" className={css.decide}>
        <TextInput
          {...form.getInputProps("reason")}
          {...required}
          label="Reason"
          description="Kept in the audit log"
          className={css.reason}
        />
        <Button type="submit" loading={form.busy}>
          {held ? "Release" : "Hold again"}
        </Button>
      </Stack>
    </ProtoForm>
  );
}
