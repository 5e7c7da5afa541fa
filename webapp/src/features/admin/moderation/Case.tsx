import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Anchor, Badge, Box, Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { TextLink } from "../../../components/ButtonLink";
import { LoadMore } from "../../../components/LoadMore";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { ErrorState } from "../../../components/States";
import {
  type ModerationHistory,
  type Report,
  type ReportCase,
  type ReportReason,
  ReportStatus,
  ReportTargetType,
} from "../../../gen/uvboard/v1/moderation_pb";
import { ModerationService } from "../../../gen/uvboard/v1/moderation_service_pb";
import { paths } from "../../../lib/page/paths";
import { paging } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { plural } from "../../../lib/text/text";
import { imageSource } from "../../../lib/upload/image";
import { adminDate, adminTime } from "../date";
import css from "./Moderation.module.css";
import { decisions, nouns, reasons } from "./words";

/** The reports of one thing, newest first, with that thing, its author's history and the actions. `of` is the open case. */
export function Case({
  reports,
  of,
  children,
}: {
  reports: [Report, ...Report[]];
  of?: ReportCase;
  children: ReactNode;
}) {
  const [report] = reports;
  const { target, authorHistory: history } = report;
  const isUser = report.targetType === ReportTargetType.USER;
  const open = report.status === ReportStatus.OPEN;
  return (
    <article className={css.case}>
      {target?.image ? <Picture src={target.image} round={isUser} /> : null}
      <Box miw={0}>
        <Group gap="sm" mb={6}>
          {countReasons(reports, of).map(([reason, n]) => (
            <Badge key={reason}>
              {reasons[reason]}
              {n > 1 && ` × ${n}`}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {nouns[report.targetType]}
          </Text>
          {report.openReports > 1 && (
            <Text size="sm" fw={600}>
              {plural(report.openReports, "open report")}
            </Text>
          )}
          {of && (
            <Text size="sm" c="dimmed">
              {of.reporters === 0 ? "no reporter in good standing" : `${of.reporters} in good standing`}
            </Text>
          )}
          {target?.isHidden && <Badge>Hidden</Badge>}
          {target?.isDeleted && <Badge>Deleted</Badge>}
          {!open && (
            <Text size="sm" c="dimmed">
              {decisions[report.decision]} {adminDate(report.resolvedAt)}
            </Text>
          )}
        </Group>
        {!target && <Text c="dimmed">It doesn't exist any more.</Text>}
        {target && (
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {target.path ? (
              <Anchor href={target.path} underline="hover" c="bright">
                {target.title}
              </Anchor>
            ) : (
              target.title
            )}
          </Text>
        )}
        {target?.excerpt && <p className={css.excerpt}>{target.excerpt}</p>}
        <Box mt="sm">
          <Reports reports={reports} />
          {of && of.openReports > reports.length && <AllReports of={of} shown={reports} />}
        </Box>
        {target?.author && (
          <Text size="sm" c="dimmed">
            {isUser ? (
              "History"
            ) : (
              <>
                By <AuthorLink author={target.author} via={target.via} />
              </>
            )}
            {history && <History userId={target.author.id} history={history} />}
          </Text>
        )}
      </Box>
      <Group gap="sm" className={css.acts}>
        {children}
      </Group>
    </article>
  );
}

/** The picture of what is reported, small. It opens at its full size. */
export const Picture = ({ src, round }: { src: string; round?: boolean }) => (
  <a href={src} target="_blank" rel="noopener" aria-label="Open the picture" className={css.picture}>
    <img {...imageSource(src)} sizes="160px" alt="" loading="lazy" data-round={round || undefined} />
  </a>
);

/** The reasons with their numbers; of decided reports, those of the reports. */
function countReasons(reports: Report[], of: ReportCase | undefined): [ReportReason, number][] {
  if (of) return of.reasons.map(({ reason, count }) => [reason, count]);
  return [...new Set(reports.map(({ reason }) => reason))].map((reason) => [reason, 1]);
}

const Reports = ({ reports }: { reports: Report[] }) =>
  reports.map(({ id, reporter, createdAt, details, reason, status, inGoodStanding }) => (
    <Text key={id} size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      Reported by {reporter ? <AuthorLink author={reporter} /> : "the board"} on {adminTime(createdAt)} as{" "}
      {reasons[reason].toLowerCase()}
      {status === ReportStatus.OPEN && reporter && !inGoodStanding && ", not in good standing"}
      {details && <>: “{details}”</>}
    </Text>
  ));

/** The open reports that a case does not come with. */
function AllReports({ of, shown }: { of: ReportCase; shown: Report[] }) {
  const [open, setOpen] = useState(false);
  const query = useInfiniteQuery(
    ModerationService.method.listReports,
    { status: ReportStatus.OPEN, targetId: of.targetId, pageSize: 100, pageToken: "" },
    { ...paging, staleTime: stale.now, enabled: open },
  );
  const rest = query.data?.pages
    .flatMap((page) => page.reports)
    .filter((report) => !shown.some(({ id }) => id === report.id));
  if (!open || (query.isPending && !query.error)) {
    return (
      <Button variant="subtle" size="sm" loading={open} onClick={() => setOpen(true)}>
        Show all {of.openReports} reports
      </Button>
    );
  }
  if (!rest)
    return <ErrorState level={3} title="Couldn't load the reports" error={query.error} onRetry={query.refetch} />;
  return (
    <>
      <Reports reports={rest} />
      <LoadMore query={query} what="Reports" mt="sm" />
    </>
  );
}

/** Earlier decisions about a user, with a link to the audit log. */
export function History({ userId, history }: { userId: string; history: ModerationHistory }) {
  const { warnings, hiddenItems, suspensions, suspension } = history;
  const parts = [
    warnings > 0 && plural(warnings, "warning"),
    hiddenItems > 0 && plural(hiddenItems, "hidden item"),
    suspensions > 0 && plural(suspensions, "suspension"),
  ].filter(Boolean);
  return (
    <>
      {" · "}
      {parts.length === 0 ? (
        "No earlier acts"
      ) : (
        <TextLink to={paths.admin} search={{ tab: "moderation", show: "log", q: userId }}>
          {parts.join(", ")}
        </TextLink>
      )}
      {suspension && (
        <Text span inherit c="quench" fw={600}>
          {" · "}
          {suspension.until ? `Suspended until ${adminDate(suspension.until)}` : "Banned"}
        </Text>
      )}
    </>
  );
}
