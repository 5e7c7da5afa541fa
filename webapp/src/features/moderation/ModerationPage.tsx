import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { rules } from "../../components/report/rules";
import { Section, SectionedPage } from "../../components/Section";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { DecidedBy, type ModerationLogEntry } from "../../gen/uvboard/v1/moderation_pb";
import { ModerationService } from "../../gen/uvboard/v1/moderation_service_pb";
import { useBoard } from "../../lib/board/board";
import { paging } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { actions, nouns } from "./words";

/** The rules of reports and appeals, and what moderators decided if the board publishes it. */
export function ModerationPage() {
  const { publicLog } = useBoard();
  return (
    <SectionedPage
      title="Moderation"
      text="What happens after a report, what you can do about a decision, and what was decided."
    >
      <Section title="Reports">
        <Lines
          lines={[
            "Moderators read every report. Nothing is hidden because many people report it.",
            "You're told what came of your report. The author isn't told who sent it, and you aren't told who decided.",
            "All open reports of one thing are one case. Moderators get the cases in the order of their oldest report, moved by who reports.",
            `A case with ${rules.maxReporters} or more reporters in good standing keeps its time. With each one fewer it stands ${rules.hoursPerReporter} hours later, so ${rules.oneReporterHours} hours later with one. Without any it stands ${rules.otherHours} hours later.`,
            `You're in good standing if your account is at least ${rules.newAccountHours} hours old, this is one of your first ${rules.reportsPerDay} reports within 24 hours, and not more than half of your last ${rules.lastDecided} decided reports were dismissed. Fewer than ${rules.minDecided} decided reports say nothing.`,
          ]}
        />
      </Section>
      <Section title="Appeals">
        <Lines
          lines={[
            "If something of yours is hidden, or your account is suspended, you're told the reason.",
            "You can appeal each decision once, on the page of what was hidden or in the notice about your suspension.",
            "A moderator who didn't make the decision decides the appeal. If the board has only one moderator, that one does, and the log says so.",
            "If the appeal is granted, what was hidden is shown again, or the suspension ends, at once.",
          ]}
        />
      </Section>
      <Section title="Public log" text={publicLog ? "Newest first, without names of members." : undefined}>
        {publicLog ? <Log /> : <Text c="dimmed">This board doesn't publish what its moderators decide.</Text>}
      </Section>
    </SectionedPage>
  );
}

function Log() {
  const query = useInfiniteQuery(
    ModerationService.method.listModerationLog,
    { pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const entries = query.data?.pages.flatMap((page) => page.entries);
  if (!entries) {
    return query.error ? (
      <SideError error={query.error} onRetry={query.refetch} />
    ) : (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={44} my="sm" />
        ))}
      </Loading>
    );
  }
  if (entries.length === 0) return <SideEmpty text="Nothing was decided since the log is public." />;
  return (
    <>
      <ol className="ruled" aria-label="Decisions">
        {entries.map((entry) => (
          // Entries have no ids; one act has one time.
          <li key={`${entry.createdAt?.seconds}.${entry.createdAt?.nanos} ${entry.action}`}>
            <Text>
              {said(entry)}{" "}
              <Text span size="sm" c="dimmed">
                <RelativeTime at={entry.createdAt} />
              </Text>
            </Text>
            {entry.reason && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {entry.reason}
              </Text>
            )}
          </li>
        ))}
      </ol>
      <LoadMore query={query} what="Decisions" mt="lg" />
    </>
  );
}

const actors: Record<DecidedBy, string> = {
  [DecidedBy.UNSPECIFIED]: "Somebody",
  [DecidedBy.MODERATOR]: "A moderator",
  [DecidedBy.ADMIN]: "An admin",
  [DecidedBy.RULE]: "A rule",
};

const said = ({ by, action, targetType }: ModerationLogEntry) =>
  `${actors[by]} ${actions[action] ?? action.replaceAll("_", " ")} ${nouns[targetType] ?? "something"}`;

function Lines({ lines }: { lines: string[] }) {
  return (
    <Text component="ul" className="ruled" c="dimmed">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  );
}
