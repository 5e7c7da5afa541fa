import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Button, Menu, Skeleton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { LoadMore } from "../../../components/LoadMore";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Report, ReportAction, ReportStatus, ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { ModerationService } from "../../../gen/uvboard/v1/moderation_service_pb";
import { paging, useInvalidate } from "../../../lib/query";
import { stale } from "../../../lib/stale";
import { handle } from "../../../lib/text";
import { toast } from "../../../lib/toast";
import { useDialog } from "../../../lib/useDialog";
import { act } from "../act";
import { Case } from "./Case";
import { casesOf } from "./cases";
import { DecideDialog } from "./DecideDialog";
import { LiftDialog, SuspendDialog, WarnDialog } from "./UserDialogs";
import { decisions, nouns } from "./words";

/** The cases with their reports and actions, that with the newest report first. */
export function Queue({ resolved }: { resolved: boolean }) {
  const query = useInfiniteQuery(
    ModerationService.method.listReports,
    { status: resolved ? ReportStatus.RESOLVED : ReportStatus.OPEN, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const reports = query.data?.pages.flatMap((page) => page.reports);
  if (!reports) {
    return query.error ? (
      <ErrorState level={2} title="Couldn't load the reports" error={query.error} onRetry={query.refetch} />
    ) : (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={120} my="md" />
        ))}
      </Loading>
    );
  }
  if (reports.length === 0) {
    return resolved ? (
      <EmptyState level={2} title="No resolved reports" text="Reports appear here once they are decided." />
    ) : (
      <EmptyState level={2} title="Nothing to review" text="There are no open reports." />
    );
  }
  return (
    <>
      <ul className="ruled" aria-label="Reports">
        {casesOf(reports).map((reports) => (
          <li key={reports[0].id}>
            <Case reports={reports}>{resolved ? <Reopen report={reports[0]} /> : <Decide report={reports[0]} />}</Case>
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Reports" mt="lg" />
    </>
  );
}

/** A function that decides a report, or takes the decision back. It returns whether that succeeded. */
function useDecide(report: Report) {
  const resolve = useMutation(ModerationService.method.resolveReport);
  const invalidate = useInvalidate();
  const run = async (action: ReportAction, reason: string): Promise<boolean> => {
    const done = await act(
      () => resolve.mutateAsync({ id: report.id, action, reason }),
      "Failed to decide the report.",
    );
    await invalidate(ModerationService, AdminService.method.getOverview); // also after a failure: the list may be out of date
    return done;
  };
  return { run, busy: resolve.isPending };
}

const says = (report: Report, action: ReportAction) => {
  const what = nouns[report.targetType];
  return action === ReportAction.DISMISS
    ? "The report was dismissed."
    : `The ${what} is ${decisions[action].toLowerCase()}.`;
};

function Decide({ report }: { report: Report }) {
  const { run } = useDecide(report);
  const [action, setAction] = useState(ReportAction.DISMISS);
  const dialog = useDialog();
  const open = (next: ReportAction) => {
    setAction(next);
    dialog.open();
  };
  const { target } = report;
  const mayHide = target && !target.isDeleted && report.targetType !== ReportTargetType.USER;
  const what = nouns[report.targetType];
  return (
    <>
      {mayHide && (
        <Button
          size="sm"
          aria-label={`${target.isHidden ? "Restore" : "Hide"} the ${what}: ${target.title}`}
          onClick={() => open(target.isHidden ? ReportAction.RESTORE : ReportAction.HIDE)}
        >
          {target.isHidden ? "Restore" : "Hide"}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`Dismiss the report of the ${what}: ${target?.title ?? "deleted"}`}
        onClick={() => open(ReportAction.DISMISS)}
      >
        Dismiss
      </Button>
      <UserMenu report={report} />
      <DecideDialog
        key={dialog.key}
        opened={dialog.opened}
        onClose={dialog.close}
        report={report}
        action={action}
        onDecided={(reason) => {
          dialog.close();
          toast("Success", says(report, action), {
            label: "Undo",
            run: () => void run(ReportAction.REOPEN, `Undone: ${reason}`.slice(0, 500)),
          });
        }}
      />
    </>
  );
}

function Reopen({ report }: { report: Report }) {
  const { run, busy } = useDecide(report);
  if (report.decision === ReportAction.UNSPECIFIED) return null;
  const reopen = async () => {
    if (await run(ReportAction.REOPEN, "Reopened")) toast("Success", "The report is open again.");
  };
  return (
    <Button
      size="sm"
      loading={busy}
      aria-label={`Reopen the report of the ${nouns[report.targetType]}: ${report.target?.title ?? "deleted"}`}
      onClick={() => void reopen()}
    >
      Reopen
    </Button>
  );
}

/** The actions against the author. */
function UserMenu({ report }: { report: Report }) {
  const warn = useDialog();
  const suspend = useDialog();
  const lift = useDialog();
  const author = report.target?.author;
  if (!author?.username) return null; // nobody, or a deleted account
  const suspension = report.authorHistory?.suspension;
  const name = handle(author);
  const props = { userId: author.id, name };
  const role = report.targetType === ReportTargetType.USER ? "User" : "Author";
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="sm" rightSection={<IconChevronDown size={14} />} aria-label={`${role} ${name}`}>
            {role}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={warn.open}>Warn {name}</Menu.Item>
          <Menu.Item onClick={suspend.open}>
            {suspension ? "Change the suspension" : "Suspend or ban"} {!suspension && name}
          </Menu.Item>
          {suspension && <Menu.Item onClick={lift.open}>Lift the suspension</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <WarnDialog key={`warn${warn.key}`} opened={warn.opened} onClose={warn.close} reported {...props} />
      <SuspendDialog key={`suspend${suspend.key}`} opened={suspend.opened} onClose={suspend.close} {...props} />
      <LiftDialog key={`lift${lift.key}`} opened={lift.opened} onClose={lift.close} {...props} />
    </>
  );
}
