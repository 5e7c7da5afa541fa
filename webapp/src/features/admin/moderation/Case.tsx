import { Anchor, Badge, Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "../../../components/ButtonLink";
import { AuthorLink } from "../../../components/project/AuthorLink";
import {
  type ModerationHistory,
  type Report,
  ReportStatus,
  ReportTargetType,
} from "../../../gen/uvboard/v1/moderation_pb";
import { paths } from "../../../lib/paths";
import { plural } from "../../../lib/text";
import { adminDate, adminTime } from "../date";
import css from "./Moderation.module.css";
import { decisions, nouns, reasons } from "./words";

/** The reports of one thing, newest first, with that thing, its author's history and the actions. */
export function Case({ reports, children }: { reports: [Report, ...Report[]]; children: ReactNode }) {
  const [report] = reports;
  const { target, authorHistory: history } = report;
  const isUser = report.targetType === ReportTargetType.USER;
  const open = report.status === ReportStatus.OPEN;
  return (
    <article className={css.case}>
      <Box miw={0}>
        <Group gap="sm" mb={6}>
          {[...new Set(reports.map(({ reason }) => reason))].map((reason) => (
            <Badge key={reason}>{reasons[reason]}</Badge>
          ))}
          <Text size="sm" c="dimmed">
            {nouns[report.targetType]}
          </Text>
          {report.openReports > 1 && (
            <Text size="sm" fw={600}>
              {plural(report.openReports, "open report")}
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
          {reports.map(({ id, reporter, createdAt, details }) => (
            <Text key={id} size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              Reported by {reporter ? <AuthorLink author={reporter} /> : "the board"} on {adminTime(createdAt)}
              {details && <>: “{details}”</>}
            </Text>
          ))}
        </Box>
        {target?.author && (
          <Text size="sm" c="dimmed">
            {isUser ? (
              "History"
            ) : (
              <>
                By <AuthorLink author={target.author} />
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

/** Earlier decisions about a user, with a link to the audit log. */
function History({ userId, history }: { userId: string; history: ModerationHistory }) {
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
