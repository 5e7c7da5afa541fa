import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Box, Button, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { RowActions } from "../../../components/RowActions";
import { type ContactMessage, ContactService, ContactStatus } from "../../../gen/uvboard/v1/contact_service_pb";
import { useBoard } from "../../../lib/board/board";
import { failureMessage } from "../../../lib/server/failure";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { cut } from "../../../lib/text/cut";
import { toast, toastError } from "../../../lib/ui/toast";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { adminTime } from "../date";
import { SearchField } from "../SearchField";
import { useAdminSearch } from "../useAdminSearch";
import { replyLink } from "./reply";

const states: Record<string, ContactStatus> = {
  new: ContactStatus.NEW,
  done: ContactStatus.DONE,
  all: ContactStatus.UNSPECIFIED,
};

export function ContactTab() {
  const { search, change } = useAdminSearch();
  const show = search.show && Object.hasOwn(states, search.show) ? search.show : "new";
  const query = useInfiniteQuery(
    ContactService.method.listContactMessages,
    { status: states[show], search: search.q ?? "", pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const messages = query.data?.pages.flatMap((page) => page.messages);

  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          aria-label="Status"
          value={show}
          data={[
            { value: "new", label: "New" },
            { value: "done", label: "Done" },
            { value: "all", label: "All" },
          ]}
          onChange={(next) => change({ show: next === "new" ? undefined : next })}
        />
        <SearchField label="Search name or email" />
      </div>
      <AdminTable
        label="Messages"
        what="Messages"
        query={query}
        rows={messages}
        rowKey={(message) => message.id}
        columns={[
          { id: "message", title: "Message", cell: (message) => <Words message={message} /> },
          { id: "from", title: "From", width: "28%", cell: (message) => <Sender message={message} /> },
          { id: "created", title: "Received", width: 190, cell: ({ createdAt }) => adminTime(createdAt) },
        ]}
        actions={(message) => <Actions message={message} />}
        empty={{
          title: search.q ? "No messages match" : show === "new" ? "No new messages" : "No messages",
          text: search.q
            ? "The search finds the beginning of a name or email address."
            : "Messages from the contact form appear here.",
        }}
      />
    </>
  );
}

// Longer messages show their beginning.
const shortLength = 280;

function Words({ message: { subject, message } }: { message: ContactMessage }) {
  const [whole, setWhole] = useState(false);
  const start = cut(message, shortLength);
  const long = start !== message;
  return (
    <>
      {subject}
      <Text fw={420} c="dimmed" style={{ whiteSpace: "pre-line" }}>
        {long && !whole ? `${start}…` : message}
      </Text>
      {long && (
        <Button size="sm" variant="subtle" ml={-12} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}

function Sender({ message: { name, email } }: { message: ContactMessage }) {
  return (
    <>
      {name}
      <Box fz="sm" c="dimmed">
        {email}
      </Box>
    </>
  );
}

function Actions({ message }: { message: ContactMessage }) {
  const { name: boardName } = useBoard();
  const invalidate = useInvalidate();
  const update = useMutation(ContactService.method.updateContactMessage);
  const done = message.status === ContactStatus.DONE;
  const set = async (status: ContactStatus) => {
    try {
      await update.mutateAsync({ id: message.id, status });
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to update the message."));
      return;
    }
    await invalidate(ContactService.method.listContactMessages);
    if (status === ContactStatus.DONE) {
      toast("Success", "The message is done.", { label: "Undo", run: () => void set(ContactStatus.NEW) });
    }
  };
  return (
    <RowActions
      of={message.subject}
      shown={2}
      actions={[
        { label: "Reply", name: `Reply to ${message.name}`, href: replyLink(message, boardName) },
        {
          label: done ? "Reopen" : "Done",
          name: `${done ? "Reopen" : "Mark as done"}: ${message.subject}`,
          busy: update.isPending,
          onClick: () => void set(done ? ContactStatus.NEW : ContactStatus.DONE),
        },
      ]}
    />
  );
}
