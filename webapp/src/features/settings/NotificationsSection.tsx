import type { MessageInitShape } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Checkbox, Group, Select, Table } from "@mantine/core";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import {
  Digest,
  type NotificationChannelsSchema,
  type NotificationPreferences,
} from "../../gen/uvboard/v1/notification_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { toastError } from "../../lib/ui/toast";
import { canPush, PushRow } from "./PushRow";
import { RowsSkeleton } from "./RowsSkeleton";

const kinds = [
  { kind: "reply", label: "Answers, and replies in threads you watch" },
  { kind: "mention", label: "Mentions of you" },
  { kind: "comment", label: "Comments on your stories and projects" },
  { kind: "review", label: "Reviews of your projects" },
  { kind: "reviewUseful", label: "Your reviews that makers find useful" },
  { kind: "linkDown", label: "Links of your projects that do not answer" },
  { kind: "waiting", label: "Projects without an answer, with tools and tags you follow" },
  { kind: "voteMilestone", label: "Milestones of upvotes" },
  { kind: "follower", label: "New followers" },
  { kind: "followedPublished", label: "What you follow has something new" },
  { kind: "projectUpdate", label: "Updates of projects you follow" },
  { kind: "publishRequest", label: "Drafts that your agent asks to publish" },
  { kind: "report", label: "What came of your reports" },
  { kind: "votesHeld", label: "Your votes, if they are held" },
  { kind: "moderation", label: "Decisions of moderators" },
  { kind: "security", label: "Security of your account" },
] as const;
type Kind = (typeof kinds)[number]["kind"];

const channels = [
  { channel: "inbox", label: "Inbox" },
  { channel: "email", label: "Email" },
  { channel: "push", label: "Push" },
] as const;
type Channel = (typeof channels)[number]["channel"];

const digests = [
  { value: String(Digest.DAILY), label: "Once a day" },
  { value: String(Digest.WEEKLY), label: "Once a week, on Monday" },
  { value: String(Digest.OFF), label: "At once" },
];

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));
const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Whether nobody can switch it off. */
const isFixed = (kind: Kind, channel: Channel) => kind === "security" && channel !== "push";

/** Which notifications go where, and when emails come. */
export function NotificationsSection() {
  const query = useQuery(NotificationService.method.getNotificationPreferences, {}, { staleTime: stale.now });
  return (
    <Section title="Notifications" text="Choose what you hear about, and where.">
      {query.isPending && <RowsSkeleton />}
      {query.error && !query.data && (
        <ErrorState title="Couldn't load your notification settings" error={query.error} onRetry={query.refetch} />
      )}
      {canPush && <PushRow />}
      {query.data?.preferences && <Preferences preferences={query.data.preferences} />}
    </Section>
  );
}

function Preferences({ preferences }: { preferences: NotificationPreferences }) {
  const invalidate = useInvalidate();
  const set = useMutation(NotificationService.method.setNotificationPreferences, {
    onSuccess: () => invalidate(NotificationService.method.getNotificationPreferences),
    onError: (error) => toastError("Not Saved", failureMessage(error, "Failed to save the setting")),
  });
  const sent = set.isPending ? set.variables.kinds : undefined;
  const of = (kind: Kind): MessageInitShape<typeof NotificationChannelsSchema> | undefined =>
    sent?.[kind] ?? preferences.kinds?.[kind];
  const changed = (kind: Kind, channel: Channel, on: boolean) => {
    const now = of(kind);
    return { inbox: now?.inbox, email: now?.email, push: now?.push, [channel]: on };
  };
  const known = kinds.filter(({ kind }) => preferences.kinds?.[kind]);
  const setAll = (channel: Channel, on: boolean) =>
    set.mutate({
      kinds: Object.fromEntries(
        known.filter(({ kind }) => !isFixed(kind, channel)).map(({ kind }) => [kind, changed(kind, channel, on)]),
      ),
    });
  return (
    <>
      <Table.ScrollContainer minWidth={330}>
        <Table horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Notify me of</Table.Th>
              {channels.map(({ channel, label }) => {
                const on = known.filter(({ kind }) => of(kind)?.[channel]).length;
                return (
                  <Table.Th key={channel} w={82}>
                    <Checkbox
                      label={label}
                      aria-label={`${label}: all`}
                      checked={on === known.length}
                      indeterminate={on > 0 && on < known.length}
                      disabled={set.isPending}
                      onChange={() => setAll(channel, on < known.length)}
                    />
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {known.map(({ kind, label }) => (
              <Table.Tr key={kind}>
                <Table.Td>{label}</Table.Td>
                {channels.map(({ channel, label: where }) => (
                  <Table.Td key={channel}>
                    <Checkbox
                      aria-label={`${where}: ${label}`}
                      checked={of(kind)?.[channel] ?? false}
                      disabled={set.isPending || isFixed(kind, channel)}
                      onChange={(event) =>
                        set.mutate({ kinds: { [kind]: changed(kind, channel, event.currentTarget.checked) } })
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="sm" mt="md" align="end">
        <Select
          label="Emails come"
          allowDeselect={false}
          data={digests}
          value={String(preferences.digest)}
          onChange={(value) => set.mutate({ digest: Number(value) })}
        />
        {preferences.digest !== Digest.OFF && (
          <>
            <Select
              label="At"
              w={96}
              allowDeselect={false}
              data={hours}
              value={String(preferences.digestHour)}
              onChange={(value) => set.mutate({ digestHour: Number(value) })}
            />
            <Select
              label="Time zone"
              searchable
              allowDeselect={false}
              data={zones()}
              value={preferences.timeZone}
              onChange={(timeZone) => timeZone && set.mutate({ timeZone })}
            />
          </>
        )}
      </Group>
    </>
  );
}
