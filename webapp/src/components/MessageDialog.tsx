import { useMutation } from "@connectrpc/connect-query";
import { Textarea, TextInput } from "@mantine/core";
import { ContactService, SendMemberMessageRequestSchema } from "../gen/uvboard/v1/contact_service_pb";
import { required, useProtoForm } from "../lib/form/useProtoForm";
import { toast } from "../lib/ui/toast";
import type { DialogProps } from "./Dialog";
import { FormDialog } from "./FormDialog";

/** Writes to a member, who gets it by email. */
export function MessageDialog({
  userId,
  username,
  subject,
  ...dialog
}: DialogProps & { userId: string; username: string; subject: string | undefined }) {
  const send = useMutation(ContactService.method.sendMemberMessage);
  const form = useProtoForm({
    initialValues: { subject: subject ?? "", message: "" },
    schema: SendMemberMessageRequestSchema,
    toMessage: ({ subject, message }) => ({ userId, subject: subject.trim(), message: message.trim() }),
    submit: async (request) => {
      await send.mutateAsync(request);
      toast("Message sent");
      dialog.onClose();
    },
    fallback: "Failed to send the message. Please try again.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Write to ${username}`}
      label="Message"
      text={`${username} gets it by email and can answer here. Neither of you sees the other's address.`}
      submit="Send Message"
      submitting="Sending..."
    >
      <TextInput
        {...form.getInputProps("subject")}
        {...required}
        label="Subject"
        data-autofocus={!subject || undefined}
      />
      <Textarea
        {...form.getInputProps("message")}
        {...required}
        label="Message"
        autosize
        minRows={5}
        maxRows={14}
        data-autofocus={subject ? true : undefined}
      />
    </FormDialog>
  );
}
