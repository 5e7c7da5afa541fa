import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Box, Button, SegmentedControl, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { RowActions } from "../../../components/RowActions";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Mail, MailService, MailState } from "../../../gen/uvboard/v1/mail_service_pb";
import { sendsMail } from "../../../lib/board/product";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { plural } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { act } from "../act";
import { adminTime } from "../date";
import { useAdminSearch } from "../useAdminSearch";
import { LinkDialog } from "./LinkDialog";

const states: Record<string, MailState> = {
  all: MailState.UNSPECIFIED,
  waiting: MailState.WAITING,
  sent: MailState.SENT,
  failed: MailState.FAILED,
  kept: MailState.KEPT,
};
const labels: Record<MailState, string> = {
  [MailState.UNSPECIFIED]: "All",
  [MailState.WAITING]: "Waiting",
  [MailState.SENT]: "Delivered",
  [MailState.FAILED]: "Given up",
  [MailState.KEPT]: "Kept",
};

/** The mails of the last 30 days, without their texts, which may contain secrets. */
export function MailTab() {
  const { search, change } = useAdminSearch();
  const show = search.show && Object.hasOwn(states, search.show) ? search.show : "all";
  const query = useInfiniteQuery(
    MailService.method.listMails,
    { state: states[show], pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const mails = query.data?.pages.flatMap((page) => page.mails);
  const failed = mails?.some(({ state }) => state === MailState.FAILED);
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          aria-label="State"
          value={show}
          data={Object.entries(states).map(([value, state]) => ({ value, label: labels[state] }))}
          onChange={(next) => change({ show: next === "all" ? undefined : next })}
        />
        {failed && <RetryAll />}
      </div>
      {mails?.some(({ state }) => state === MailState.KEPT) && (
        <Text size="sm" c="dimmed" mb="md" maw="72ch">
          Kept mails were not sent, because no mail server is configured. Show the link of one to pass it on to its
          recipient. The audit log records who looked it up.
        </Text>
      )}
      <AdminTable
        label="Mails"
        what="Mails"
        query={query}
        rows={mails}
        rowKey={(mail) => mail.id}
        columns={[
          { id: "subject", title: "Mail", cell: (mail) => <Subject mail={mail} /> },
          {
            id: "category",
            title: "Category",
            cell: ({ category }) => (category.charAt(0).toUpperCase() + category.slice(1)).replaceAll("_", " "),
          },
          { id: "state", title: "State", width: "32%", cell: (mail) => <State mail={mail} /> },
          { id: "created", title: "Written", width: 190, cell: ({ createdAt }) => adminTime(createdAt) },
        ]}
        actions={(mail) => <Actions mail={mail} />}
        empty={{ title: show === "all" ? "No mails" : `No mails are ${labels[states[show] ?? 0].toLowerCase()}` }}
      />
    </>
  );
}

function RetryAll() {
  const invalidate = useInvalidate();
  const retry = useMutation(MailService.method.retryMails);
  const start = () =>
    act(async () => {
      const { count } = await retry.mutateAsync({});
      toast("Success", `${plural(count, "mail")} will be sent again.`);
      await invalidate(MailService, AdminService.method.getOverview);
    }, "Failed to retry the mails.");
  return (
    <Button loading={retry.isPending} onClick={() => void start()}>
      <IconRefresh size={16} />
      Retry all given up
    </Button>
  );
}

function Subject({ mail: { subject, recipient } }: { mail: Mail }) {
  return (
    <>
      {subject}
      <Box fz="sm" fw={420} c="dimmed">
        {recipient}
      </Box>
    </>
  );
}

function State({ mail: { state, attempts, error, nextTryAt, sentAt } }: { mail: Mail }) {
  return (
    <>
      <Badge color={state === MailState.FAILED ? "quench" : undefined}>{labels[state]}</Badge>
      <Box fz="sm" c="dimmed">
        {attempts > 0 && plural(attempts, "attempt")}
        {sentAt && `, ${adminTime(sentAt)}`}
        {attempts > 0 && nextTryAt && `, next ${adminTime(nextTryAt)}`}
      </Box>
      {error && (
        <Text inherit fz="sm" c="quench">
          {error}
        </Text>
      )}
    </>
  );
}

function Actions({ mail }: { mail: Mail }) {
  const invalidate = useInvalidate();
  const retry = useMutation(MailService.method.retryMail);
  const link = useDialog();
  const again = () =>
    act(async () => {
      await retry.mutateAsync({ id: mail.id });
      toast("Success", "The mail will be sent in a moment.");
      await invalidate(MailService, AdminService.method.getOverview);
    }, "Failed to retry the mail.");
  const waits = mail.state === MailState.KEPT && sendsMail;
  const run = { busy: retry.isPending, onClick: () => void again() };
  return (
    <>
      <RowActions
        of={mail.subject}
        shown={2}
        actions={[
          mail.state === MailState.FAILED && { label: "Retry", ...run },
          waits && { label: "Send", ...run },
          mail.hasLink && { label: "Show link", name: `Show link for ${mail.recipient}`, onClick: link.open },
        ]}
      />
      <LinkDialog key={link.key} opened={link.opened} onClose={link.close} mail={mail} />
    </>
  );
}
