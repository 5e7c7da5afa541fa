import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Box, Button, Text } from "@mantine/core";
import { IconPlus, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { RelativeTime } from "../../../components/RelativeTime";
import { RowActions } from "../../../components/RowActions";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import type { NewsFeed } from "../../../gen/uvboard/v1/news_pb";
import { NewsService } from "../../../gen/uvboard/v1/news_service_pb";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { count } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { act } from "../act";
import { adminTime } from "../date";
import { AddFeedDialog, RenameFeedDialog } from "./FeedDialogs";
import { pending } from "./refresh";

const pollMs = 1500;

/** The feeds of the news with their state. */
export function NewsTab() {
  // The due times of the feeds when a refresh was requested, while it runs.
  const [before, setBefore] = useState<NewsFeed[]>();
  const query = useInfiniteQuery(
    NewsService.method.listNewsFeeds,
    { pageSize: 100, pageToken: "" },
    {
      ...paging,
      staleTime: stale.now,
      refetchInterval: ({ state }) => {
        const feeds = state.data?.pages.flatMap((page) => page.feeds) ?? [];
        return before && pending(before, feeds) > 0 ? pollMs : false;
      },
    },
  );
  const feeds = query.data?.pages.flatMap((page) => page.feeds);
  const refresh = useMutation(NewsService.method.refreshNews);
  const add = useDialog();

  const fetching = before?.filter((feed) => feed.isEnabled).length ?? 0;
  const waiting = before && feeds ? pending(before, feeds) : 0;
  const start = () =>
    act(async () => {
      const current = feeds ?? [];
      await refresh.mutateAsync({});
      setBefore(current);
      await query.refetch();
    }, "Failed to refresh the news.");

  return (
    <>
      <div className={css.bar}>
        <Button loading={refresh.isPending || waiting > 0} onClick={() => void start()}>
          <IconRefresh size={16} />
          Refresh now
        </Button>
        <Button onClick={add.open}>
          <IconPlus size={16} />
          Add feed
        </Button>
        <Text role="status" size="sm" c="dimmed">
          {waiting > 0 && `${fetching - waiting} of ${fetching} feeds fetched`}
          {before && waiting === 0 && `All ${fetching} feeds were fetched.`}
        </Text>
      </div>
      <AdminTable
        label="Feeds"
        what="Feeds"
        query={query}
        rows={feeds}
        rowKey={(feed) => feed.url}
        columns={[
          { id: "name", title: "Feed", width: "36%", cell: (feed) => <Name feed={feed} /> },
          { id: "state", title: "State", cell: (feed) => <State feed={feed} /> },
          {
            id: "next",
            title: "Next fetch",
            width: 190,
            cell: ({ isEnabled, nextFetchAt }) => (isEnabled ? adminTime(nextFetchAt) || "No schedule" : "Stopped"),
          },
          { id: "articles", title: "Articles", numeric: true, cell: ({ articleCount }) => count(articleCount) },
        ]}
        actions={(feed) => <Actions feed={feed} />}
        empty={{ title: "No feeds", text: "Add the feed of a news site." }}
      />
      <AddFeedDialog key={add.key} opened={add.opened} onClose={add.close} />
    </>
  );
}

function Name({ feed: { name, url, isAdded } }: { feed: NewsFeed }) {
  return (
    <>
      {name} {isAdded && <Badge ml={4}>Added</Badge>}
      <Box fz="sm" fw={420} c="dimmed" style={{ wordBreak: "break-all" }}>
        {url}
      </Box>
    </>
  );
}

function State({ feed: { lastError, lastSuccessAt, failures, skipped } }: { feed: NewsFeed }) {
  const last = lastSuccessAt && (
    <>
      {"Last success "}
      <RelativeTime at={lastSuccessAt} />
      {skipped.length > 0 && (
        <Box fz="sm" c="dimmed">
          {`Left out: ${skipped.map((entries) => `${count(entries.count)} ${entries.reason}`).join(", ")}`}
        </Box>
      )}
    </>
  );
  if (!lastError) return last ?? "Not fetched yet";
  return (
    <>
      <Text inherit c="quench">
        {failures > 1 ? `Failed ${failures} times: ` : "Failed: "}
        {lastError}
      </Text>
      <Box fz="sm" c="dimmed">
        {last}
      </Box>
    </>
  );
}

function Actions({ feed }: { feed: NewsFeed }) {
  const invalidate = useInvalidate();
  const update = useMutation(NewsService.method.updateNewsFeed);
  const remove = useMutation(NewsService.method.deleteNewsFeed);
  const rename = useDialog();
  const confirm = useDialog();
  const set = async (isEnabled: boolean) => {
    const done = await act(async () => {
      await update.mutateAsync({ url: feed.url, isEnabled });
      await invalidate(NewsService, AdminService.method.getOverview);
    }, "Failed to change the feed.");
    if (done) toast("Success", isEnabled ? `${feed.name} will be fetched again.` : `${feed.name} is stopped.`);
  };
  const removeNow = async () => {
    const done = await act(async () => {
      await remove.mutateAsync({ url: feed.url });
      await invalidate(NewsService, AdminService.method.getOverview);
    }, "Failed to remove the feed.");
    confirm.close();
    if (done) toast("Success", `${feed.name} was removed.`);
  };
  return (
    <>
      <RowActions
        of={feed.name}
        actions={[
          {
            label: feed.isEnabled ? "Stop" : "Start",
            busy: update.isPending,
            onClick: () => void set(!feed.isEnabled),
          },
          { label: "Rename", onClick: rename.open },
          feed.isAdded && { label: "Remove", danger: true, onClick: confirm.open },
        ]}
      />
      <RenameFeedDialog key={`rename${rename.key}`} opened={rename.opened} onClose={rename.close} feed={feed} />
      <ConfirmDialog
        key={`remove${confirm.key}`}
        opened={confirm.opened}
        onClose={confirm.close}
        title={`Remove ${feed.name}?`}
        text="It is not fetched any more. Its articles stay until they are 90 days old."
        action="Remove"
        busyAction="Removing..."
        busy={remove.isPending}
        onConfirm={() => void removeNow()}
      />
    </>
  );
}
