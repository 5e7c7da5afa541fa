import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Button, Text, Title } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { SearchField } from "../../../components/SearchField";
import type { WeeklySubscriber } from "../../../gen/uvboard/v1/weekly_pb";
import { WeeklyService } from "../../../gen/uvboard/v1/weekly_service_pb";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { plural } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { act } from "../act";
import { adminDate } from "../date";

/** The addresses that get the weekly, of which an admin may delete each. */
export function Subscribers() {
  const [search = "", setSearch] = useState<string>();
  const query = useInfiniteQuery(
    WeeklyService.method.listWeeklySubscribers,
    { search, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const total = query.data?.pages[0]?.totalSize;
  return (
    <section aria-labelledby="weekly-subscribers">
      <Title order={2} id="weekly-subscribers" mb="md">
        Subscribers
      </Title>
      <div className={css.bar}>
        <SearchField
          aria-label="Search subscribers"
          placeholder="Address begins with"
          q={search}
          onSearch={setSearch}
        />
        {total !== undefined && <Text c="dimmed">{plural(total, "confirmed address", "confirmed addresses")}</Text>}
      </div>
      <AdminTable
        label="Subscribers"
        what="Subscribers"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.subscribers)}
        rowKey={({ id }) => id}
        columns={[
          { id: "email", title: "Address", width: "50%", cell: ({ email }) => email },
          { id: "created", title: "Since", width: 160, cell: ({ createdAt }) => adminDate(createdAt) },
          {
            id: "confirmed",
            title: "State",
            cell: ({ confirmedAt }) => <Badge>{confirmedAt ? "Confirmed" : "Not confirmed"}</Badge>,
          },
        ]}
        actions={(row) => <Delete subscriber={row} />}
        empty={search ? { title: "No address matches" } : { title: "No subscribers yet" }}
      />
    </section>
  );
}

function Delete({ subscriber: { id, email } }: { subscriber: WeeklySubscriber }) {
  const dialog = useDialog();
  const invalidate = useInvalidate();
  const remove = useMutation(WeeklyService.method.deleteWeeklySubscriber);
  const confirm = () =>
    act(async () => {
      await remove.mutateAsync({ id });
      dialog.close();
      toast("Success", "The address is deleted.");
      await invalidate(WeeklyService);
    }, "Failed to delete the address.");
  return (
    <>
      <Button size="sm" aria-label={`Delete ${email}`} onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        key={dialog.key}
        opened={dialog.opened}
        onClose={dialog.close}
        title="Delete this address?"
        text={`${email} gets no further issues. Its owner may subscribe again.`}
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
