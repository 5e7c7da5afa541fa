import { useMutation } from "@connectrpc/connect-query";
import { NativeSelect, Textarea } from "@mantine/core";
import { ReportReason } from "../../gen/uvboard/v1/moderation_pb";
import { CreateReportRequestSchema, ModerationService } from "../../gen/uvboard/v1/moderation_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { readFailure } from "../../lib/server/failure";
import { toast } from "../../lib/ui/toast";
import type { DialogProps } from "../Dialog";
import { FormDialog } from "../FormDialog";
import type { Reported } from "./reported";

const reasons = [
  { value: "0", label: "Select a reason" },
  { value: String(ReportReason.SPAM), label: "Spam" },
  { value: String(ReportReason.ABUSE), label: "Abuse" },
  { value: String(ReportReason.COPYRIGHT), label: "Copyright" },
  { value: String(ReportReason.OFF_TOPIC), label: "Off topic" },
  { value: String(ReportReason.OTHER), label: "Other" },
];

/** Reports content to the moderators, with a reason. */
export function ReportDialog({
  target,
  onLoginRequired,
  ...dialog
}: DialogProps & { target: Reported; onLoginRequired: () => void }) {
  const report = useMutation(ModerationService.method.createReport);
  const form = useProtoForm({
    initialValues: { reason: "0", details: "" },
    schema: CreateReportRequestSchema,
    toMessage: ({ reason, details }) => ({
      targetType: target.type,
      targetId: target.id,
      reason: Number(reason) as ReportReason,
      details: details.trim(),
    }),
    submit: async (request) => {
      try {
        await report.mutateAsync(request);
      } catch (error) {
        if (!readFailure(error).unauthenticated) throw error;
        dialog.onClose();
        onLoginRequired();
        return;
      }
      toast("Report sent", "Thanks. A moderator will look at it.");
      dialog.onClose();
    },
    fallback: "Failed to send the report",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Report this ${target.what}`}
      label="Report"
      text="Moderators see your report. The author doesn't learn who sent it."
      submit="Send Report"
      submitting="Sending..."
    >
      <NativeSelect {...form.getInputProps("reason")} {...required} label="Reason" data={reasons} data-autofocus />
      <Textarea
        {...form.getInputProps("details")}
        label="Details"
        description="What should the moderators know?"
        autosize
        minRows={3}
        maxRows={10}
      />
    </FormDialog>
  );
}
