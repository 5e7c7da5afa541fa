import { useMutation } from "@connectrpc/connect-query";
import { Button, Code, Text } from "@mantine/core";
import { Dialog, type DialogProps } from "../../../components/Dialog";
import { type Mail, MailService } from "../../../gen/uvboard/v1/mail_service_pb";
import { copyText } from "../../../lib/ui/clipboard";
import { toast, toastError } from "../../../lib/ui/toast";
import { act } from "../act";

async function copyLink(link: string) {
  if (await copyText(link)) toast("Success", "The link was copied.");
  else toastError("Error", "The browser does not allow copying. Select the link instead.");
}

/** Shows the link of a mail that could not be sent, after a confirmation. */
export function LinkDialog({ mail, ...dialog }: DialogProps & { mail: Mail }) {
  const reveal = useMutation(MailService.method.revealMailLink);
  const link = reveal.data?.link;
  return (
    <Dialog
      {...dialog}
      alert
      title={link ? "Pass this link on" : "Show this link?"}
      actions={
        <>
          <Button variant="subtle" onClick={dialog.onClose}>
            {link ? "Close" : "Cancel"}
          </Button>
          {link ? (
            <Button variant="filled" onClick={() => void copyLink(link)}>
              Copy link
            </Button>
          ) : (
            <Button
              variant="filled"
              loading={reveal.isPending}
              onClick={() => void act(() => reveal.mutateAsync({ id: mail.id }), "Failed to show the link.")}
            >
              Show link
            </Button>
          )}
        </>
      }
    >
      <Text c="dimmed">
        {link
          ? `Send it to ${mail.recipient} in private, and to nobody else.`
          : `“${mail.subject}” to ${mail.recipient} has a link that lets anyone who has it act for this account. Make sure that you are talking to its owner. The audit log records that you looked.`}
      </Text>
      {link && (
        <Code block style={{ wordBreak: "break-all", whiteSpace: "pre-wrap" }}>
          {link}
        </Code>
      )}
    </Dialog>
  );
}
