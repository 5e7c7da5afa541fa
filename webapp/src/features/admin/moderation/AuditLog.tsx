import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Anchor, Button, Text } from "@mantine/core";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { type AuditLogEntry, ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { ModerationService } from "../../../gen/uvboard/v1/moderation_service_pb";
import { paging } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { adminTime } from "../date";
import { useAdminSearch } from "../useAdminSearch";
import { actWords, nouns, withoutPage } from "./words";

/** What admins and moderators did, and who published a live key on purpose, newest first; all of it, or what concerns one user. */
export function AuditLog() {
  const { search, change } = useAdminSearch();
  const query = useInfiniteQuery(
    ModerationService.method.listAuditLog,
    { userId: search.q ?? "", pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  return (
    <>
      {search.q && (
        <div className={css.bar}>
          <Text c="dimmed">Only acts that concern one user</Text>
          <Button size="sm" onClick={() => change({ q: undefined })}>
            Show all
          </Button>
        </div>
      )}
      <AdminTable
        label="Audit log"
        what="Entries"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.entries)}
        rowKey={(entry) => entry.id}
        columns={[
          { id: "act", title: "Act", cell: (entry) => <Act entry={entry} /> },
          { id: "reason", title: "Reason", width: "34%", cell: ({ reason }) => reason },
          { id: "created", title: "When", width: 190, cell: ({ createdAt }) => adminTime(createdAt) },
        ]}
        empty={{
          title: "No entries",
          text: "What admins and moderators do to content, users and the board appears here.",
        }}
      />
    </>
  );
}

function Act({ entry: { actor, action, target, targetType, targetId } }: { entry: AuditLogEntry }) {
  const title = target?.title ?? withoutPage(targetType, targetId);
  return (
    <>
      {actor ? <AuthorLink author={actor} /> : targetType === ReportTargetType.RING ? "The board" : "The operator"}{" "}
      <Text span inherit fw={420}>
        {actWords(action)}
      </Text>{" "}
      {target && targetType !== ReportTargetType.USER && (
        <Text span inherit fw={420}>
          the {nouns[targetType]}{" "}
        </Text>
      )}
      {target?.path ? <Anchor href={target.path}>{title}</Anchor> : title}
    </>
  );
}
