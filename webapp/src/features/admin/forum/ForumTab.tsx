import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Box } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RowActions } from "../../../components/RowActions";
import { type AdminForumChannel, AdminForumChannelSort, BulkAction } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import type { ActRow } from "../acts/acts";
import { useActs } from "../acts/useActs";
import { adminDate } from "../date";
import { Owner } from "../Owner";
import { SearchField } from "../SearchField";
import { listOptions, useAdminList } from "../useAdminList";

const sorts = {
  name: AdminForumChannelSort.NAME,
  threads: AdminForumChannelSort.THREAD_COUNT,
  replies: AdminForumChannelSort.POST_COUNT,
  created: AdminForumChannelSort.CREATED_AT,
};

const toRow = ({ id, name }: AdminForumChannel): ActRow => ({ id, name });

export function ForumTab() {
  const list = useAdminList(sorts);
  const acts = useActs(ReportTargetType.FORUM_CHANNEL);
  const query = useInfiniteQuery(AdminService.method.listAdminForumChannels, list.input, listOptions);
  const channels = query.data?.pages.flatMap((page) => page.channels);
  const rows = channels?.map(toRow) ?? [];

  return (
    <>
      <div className={css.bar}>
        <SearchField label="Search names" />
      </div>
      <AdminTable
        label="Channels"
        what="Channels"
        query={query}
        rows={channels}
        rowKey={(channel) => channel.id}
        rowName={(channel) => channel.name}
        sort={list.sort}
        onSort={list.onSort}
        selection={{
          keys: acts.selected,
          onChange: acts.setSelected,
          actions: acts.bar(rows, [BulkAction.DELETE]),
        }}
        columns={[
          {
            id: "name",
            title: "Channel",
            width: "40%",
            sort: "ascending",
            cell: ({ id, name, description }) => (
              <>
                <Link to="/forum/$channelId" params={{ channelId: id }}>
                  {name}
                </Link>
                <Box component="span" display="block" fz="sm" fw={420} c="dimmed">
                  {description}
                </Box>
              </>
            ),
          },
          { id: "owner", title: "Owner", cell: (channel) => <Owner username={channel.ownerUsername} /> },
          {
            id: "threads",
            title: "Threads",
            numeric: true,
            sort: "descending",
            cell: (channel) => channel.threadCount,
          },
          { id: "replies", title: "Replies", numeric: true, sort: "descending", cell: (channel) => channel.postCount },
          { id: "created", title: "Created", sort: "descending", cell: (channel) => adminDate(channel.createdAt) },
        ]}
        actions={(channel) => (
          <RowActions
            of={channel.name}
            actions={[
              {
                label: "Delete",
                danger: true,
                onClick: () => acts.start(BulkAction.DELETE, [toRow(channel)]),
              },
            ]}
            shown={0}
          />
        )}
        empty={
          list.searching
            ? { title: "No channels found", text: "The search finds the start of names." }
            : { title: "No channels yet" }
        }
      />
      {acts.dialog}
    </>
  );
}
