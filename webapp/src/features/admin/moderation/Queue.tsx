import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { TextLink } from "../../../components/ButtonLink";
import { LoadMore } from "../../../components/LoadMore";
import { type RowAction, RowActions } from "../../../components/RowActions";
import { rules } from "../../../components/report/rules";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Report, ReportAction, ReportStatus, ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { ModerationService } from "../../../gen/uvboard/v1/moderation_service_pb";
import { paths } from "../../../lib/page/paths";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { useSession } from "../../../lib/session/session";
import { handle } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";
import { Case } from "./Case";
import { casesOf, reportsOf } from "./cases";
import { DecideDialog } from "./DecideDialog";
import { LiftDialog, SuspendDialog, WarnDialog } from "./UserDialogs";
import { decisions, nouns } from "./words";

/** What has open reports, in the order in which it should be decided. */
export function OpenQueue() {
  const query = useInfiniteQuery(
    ModerationService.method.listReportCases,
    { pageSize: 50, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const cases = query.data?.pages.flatMap((page) => page.cases);
  if (!cases) return <NotLoaded {...query} />;
  if (cases.length === 0) {
    return <EmptyState level={2} title="Nothing to review" text="There are no open reports." />;
  }
  return (
    <>
      <QueueOrder />
      <ul className="ruled" aria-label="Reports">
        {cases.map((one) => {
          const [report, ...others] = reportsOf(one);
          return (
            report && (
              <li key={one.targetId}>
                <Case reports={[report, ...others]} of={one}>
                  <Decide report={report} />
                </Case>
              </li>
            )
          );
        })}
      </ul>
      <LoadMore query={query} what="Cases" mt="lg" />
    </>
  );
}

/** The decided reports, those of one decision together, newest first. */
export function ResolvedReports() {
  const query = useInfiniteQuery(
    ModerationService.method.listReports,
    { status: ReportStatus.RESOLVED, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const reports = query.data?.pages.flatMap((page) => page.reports);
  if (!reports) return <NotLoaded {...query} />;
  if (reports.length === 0) {
    return <EmptyState level={2} title="No resolved reports" text="Reports appear here once they are decided." />;
  }
  return (
    <>
      <ul className="ruled" aria-label="Reports">
        {casesOf(reports).map((reports) => (
          <li key={reports[0].id}>
            <Case reports={reports}>
              <Reopen report={reports[0]} />
            </Case>
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Reports" mt="lg" />
    </>
  );
}

function NotLoaded({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  return error ? (
    <ErrorState level={2} title="Couldn't load the reports" error={error} onRetry={refetch} />
  ) : (
    <Loading>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={120} my="md" />
      ))}
    </Loading>
  );
}

/** The rule of the order, in numbers. */
function QueueOrder() {
  const { maxReporters, hoursPerReporter, oneReporterHours, otherHours } = rules;
  return (
    <Text size="sm" c="dimmed" mb="lg" maw="80ch">
      Oldest report first, moved by who reports: {maxReporters} or more members in good standing keep its time, each one
      fewer puts it {hoursPerReporter} hours later, up to {oneReporterHours}, and without any it stands {otherHours}{" "}
      hours later. <TextLink to={paths.moderation}>Who is in good standing</TextLink>
    </Text>
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
  const author = useAuthorActions(report);
  const open = (next: ReportAction) => {
    setAction(next);
    dialog.open();
  };
  const { target } = report;
  const mayHide = target && !target.isDeleted && report.targetType !== ReportTargetType.USER;
  const what = nouns[report.targetType];
  return (
    <>
      <RowActions
        of={target?.title ?? "deleted"}
        shown={mayHide ? 2 : 1}
        menu={author.menu}
        actions={[
          mayHide && {
            label: target.isHidden ? "Restore" : "Hide",
            name: `${target.isHidden ? "Restore" : "Hide"} the ${what}: ${target.title}`,
            onClick: () => open(target.isHidden ? ReportAction.RESTORE : ReportAction.HIDE),
          },
          {
            label: "Dismiss",
            name: `Dismiss the report of the ${what}: ${target?.title ?? "deleted"}`,
            onClick: () => open(ReportAction.DISMISS),
          },
          ...author.actions,
        ]}
      />
      {author.dialogs}
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
    <RowActions
      of={report.target?.title ?? "deleted"}
      actions={[
        {
          label: "Reopen",
          name: `Reopen the report of the ${nouns[report.targetType]}: ${report.target?.title ?? "deleted"}`,
          busy,
          onClick: () => void reopen(),
        },
      ]}
    />
  );
}

/** The actions against the author, with their dialogs; none without an account. */
function useAuthorActions(report: Report): { menu?: string; actions: RowAction[]; dialogs?: ReactNode } {
  const { user } = useSession();
  const warn = useDialog();
  const suspend = useDialog();
  const lift = useDialog();
  const author = report.target?.author;
  if (!author?.username) return { actions: [] }; // nobody, or a deleted account
  const suspension = report.authorHistory?.suspension;
  const name = handle(author);
  const props = { userId: author.id, name };
  const suspends = user?.isAdmin ? "Suspend or ban" : "Suspend";
  return {
    menu: `${report.targetType === ReportTargetType.USER ? "User" : "Author"} ${name}`,
    actions: [
      { label: `Warn ${name}`, onClick: warn.open },
      { label: suspension ? "Change the suspension" : `${suspends} ${name}`, onClick: suspend.open },
      ...(suspension ? [{ label: "Lift the suspension", onClick: lift.open }] : []),
    ],
    dialogs: (
      <>
        <WarnDialog key={`warn${warn.key}`} opened={warn.opened} onClose={warn.close} reported {...props} />
        <SuspendDialog
          key={`suspend${suspend.key}`}
          opened={suspend.opened}
          onClose={suspend.close}
          reported
          {...props}
        />
        <LiftDialog key={`lift${lift.key}`} opened={lift.opened} onClose={lift.close} {...props} />
      </>
    ),
  };
}
