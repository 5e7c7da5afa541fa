import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Alert, Button, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ButtonLink } from "../../../components/ButtonLink";
import { Dialog, type DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Mail, MailService, MailState, SendTestMailRequestSchema } from "../../../gen/uvboard/v1/mail_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { paths } from "../../../lib/page/paths";
import { useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { useSession } from "../../../lib/session/session";

const pollMs = 1000;

/** Sends a test mail and says what became of it. */
export function TestMailDialog(dialog: DialogProps) {
  const { user } = useSession();
  const send = useMutation(MailService.method.sendTestMail);
  const invalidate = useInvalidate();
  const [sent, setSent] = useState<Mail>();
  const form = useProtoForm({
    initialValues: { to: user?.email ?? "" },
    schema: SendTestMailRequestSchema,
    toMessage: ({ to }) => ({ to: to.trim() }),
    submit: async (request) => {
      const { mail } = await send.mutateAsync(request);
      setSent(mail);
      await invalidate(MailService, AdminService.method.getOverview);
    },
    fallback: "Failed to send the test mail.",
  });
  if (sent) return <Outcome {...dialog} sent={sent} />;
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Send a test mail"
      label="Test mail"
      submit="Send"
      submitting="Sending..."
    >
      <TextInput {...form.getInputProps("to")} {...required} type="email" label="To" data-autofocus />
    </FormDialog>
  );
}

function Outcome({ sent, ...dialog }: DialogProps & { sent: Mail }) {
  const { data } = useQuery(
    MailService.method.listMails,
    { pageSize: 20 },
    {
      staleTime: stale.now,
      refetchInterval: ({ state }) => (isWaiting(find(state.data?.mails, sent)) ? pollMs : false),
    },
  );
  const mail = find(data?.mails, sent);
  return (
    <Dialog
      {...dialog}
      title="Send a test mail"
      actions={
        <>
          <ButtonLink to={paths.admin} search={{ tab: "mail" }}>
            Mail queue
          </ButtonLink>
          <Button variant="filled" onClick={dialog.onClose}>
            Close
          </Button>
        </>
      }
    >
      <Text role="status">{says(mail)}</Text>
      {mail.error && <Alert>{mail.error}</Alert>}
    </Dialog>
  );
}

const find = (mails: Mail[] | undefined, sent: Mail): Mail => mails?.find(({ id }) => id === sent.id) ?? sent;

const isWaiting = ({ state }: Mail) => state === MailState.WAITING;

function says({ state, recipient, error }: Mail): string {
  switch (state) {
    case MailState.SENT:
      return `The mail server has accepted the mail to ${recipient}. Look into that mailbox.`;
    case MailState.KEPT:
      return "Kept in the mail queue, not sent: there is no mail server. Set UVBOARD_SMTP_URL and start the board again.";
    case MailState.FAILED:
      return `The mail server refused the mail to ${recipient}.`;
    default:
      return error
        ? "The mail server did not take the mail. The board tries again for a day."
        : "Waiting to be sent...";
  }
}
