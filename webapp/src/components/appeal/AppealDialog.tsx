import { useMutation } from "@connectrpc/connect-query";
import { Textarea } from "@mantine/core";
import { AppealService, CreateAppealRequestSchema } from "../../gen/uvboard/v1/appeal_service_pb";
import type { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { toast } from "../../lib/ui/toast";
import type { DialogProps } from "../Dialog";
import { FormDialog } from "../FormDialog";

/** Asks another moderator to look at a decision again. */
export function AppealDialog({ type, id, ...dialog }: DialogProps & { type: ReportTargetType; id: string }) {
  const appeal = useMutation(AppealService.method.createAppeal);
  const invalidate = useInvalidate();
  const form = useProtoForm({
    initialValues: { message: "" },
    schema: CreateAppealRequestSchema,
    toMessage: ({ message }) => ({ targetType: type, targetId: id, message: message.trim() }),
    submit: async (request) => {
      await appeal.mutateAsync(request);
      dialog.onClose();
      toast("Appeal sent", "You'll be notified of the outcome.");
      await invalidate(AppealService);
    },
    fallback: "Failed to send the appeal",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Appeal this decision"
      label="Appeal"
      text="A moderator who didn't make the decision will look at it. You can appeal each decision once."
      submit="Send Appeal"
      submitting="Sending..."
    >
      <Textarea
        {...form.getInputProps("message")}
        {...required}
        label="Why should it be reversed?"
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
    </FormDialog>
  );
}
