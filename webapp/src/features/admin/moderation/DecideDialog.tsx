import { useMutation } from "@connectrpc/connect-query";
import { Textarea } from "@mantine/core";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Report, ReportAction } from "../../../gen/uvboard/v1/moderation_pb";
import { ModerationService, ResolveReportRequestSchema } from "../../../gen/uvboard/v1/moderation_service_pb";
import { required, toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { useReasonNote } from "./useReasonNote";
import { nouns, reasons } from "./words";

/** Asks for the reason of a decision, which the audit log keeps. */
export function DecideDialog({
  report,
  action,
  onDecided,
  ...dialog
}: DialogProps & { report: Report; action: ReportAction; onDecided: (reason: string) => void }) {
  const resolve = useMutation(ModerationService.method.resolveReport);
  const invalidate = useInvalidate();
  const note = useReasonNote(action === ReportAction.DISMISS ? "kept" : "told");
  const what = nouns[report.targetType];
  const all = report.openReports > 1 ? `This closes ${report.openReports} open reports.` : "This closes the report.";
  const words = {
    [ReportAction.HIDE]: {
      title: `Hide this ${what}?`,
      text: `Only its author, moderators and admins will see it. ${all}`,
      submit: "Hide",
      reason: reasons[report.reason],
    },
    [ReportAction.RESTORE]: {
      title: `Restore this ${what}?`,
      text: `Everybody will see it again. ${all}`,
      submit: "Restore",
      reason: "Fine after a review",
    },
  }[action as ReportAction.HIDE] ?? {
    title: report.openReports > 1 ? "Dismiss these reports?" : "Dismiss this report?",
    text: `The ${what} stays as it is. ${all}`,
    submit: "Dismiss",
    reason: "No violation",
  };
  const form = useProtoForm({
    initialValues: { reason: words.reason },
    schema: ResolveReportRequestSchema,
    toMessage: ({ reason }) => ({ id: report.id, action, reason: reason.trim() }),
    submit: async (request) => {
      await resolve.mutateAsync(request);
      onDecided(request.reason ?? "");
      await invalidate(ModerationService, AdminService.method.getOverview);
    },
    report: (failure) => {
      if (failure.code !== "REPORT_DECIDED") return false;
      dialog.onClose(); // by somebody else: the list is out of date
      void invalidate(ModerationService, AdminService.method.getOverview);
      return toastFailure(failure);
    },
    fallback: "Failed to decide the report.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={words.title}
      text={words.text}
      label="Decision"
      submit={words.submit}
      submitting="Saving..."
    >
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        label="Reason"
        description={note}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
      />
    </FormDialog>
  );
}
