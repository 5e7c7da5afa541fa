import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Group, SegmentedControl } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { MembersOnly } from "../../components/MembersOnly";
import { PageHead } from "../../components/PageHead";
import { EmptyState, ErrorState } from "../../components/States";
import { NotificationFilter } from "../../gen/uvboard/v1/notification_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { byDay } from "../../lib/text/days";
import { NoticeList, NoticesSkeleton } from "./NoticeList";
import css from "./Notifications.module.css";
import { ReadAll } from "./ReadAll";

const route = getRouteApi("/notifications");

const filters = [
  { value: "all", label: "All", filter: NotificationFilter.ALL, empty: "No notifications yet" },
  { value: "unread", label: "Unread", filter: NotificationFilter.UNREAD, empty: "Nothing unread" },
  { value: "mentions", label: "Mentions", filter: NotificationFilter.MENTIONS, empty: "No mentions yet" },
];

/** What happened to what the user made and follows. */
export function NotificationsPage() {
  return (
    <div className="wrap page">
      <div className={css.page}>
        <PageHead title="Notifications" />
        <MembersOnly pending={<NoticesSkeleton />} title="Log in to see your notifications">
          {() => <Inbox />}
        </MembersOnly>
      </div>
    </div>
  );
}

function Inbox() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = filters.find(({ value }) => value === search.filter) ?? filters[0];
  const query = useInfiniteQuery(
    NotificationService.method.listNotifications,
    { filter: shown?.filter, pageSize: 20, pageToken: "" },
    paging,
  );
  const all = query.data?.pages.flatMap((page) => page.notifications);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <SegmentedControl
          aria-label="Show"
          data={filters.map(({ value, label }) => ({ value, label }))}
          value={shown?.value}
          onChange={(filter) =>
            void navigate({ search: filter === "all" ? {} : { filter }, replace: true, resetScroll: false })
          }
        />
        <Group gap="sm">
          <ReadAll />
          <ButtonLink to={paths.settings} size="sm" variant="subtle">
            <IconSettings size={16} />
            Settings
          </ButtonLink>
        </Group>
      </Group>
      {query.isPending && <NoticesSkeleton />}
      {query.error && !all ? (
        <ErrorState
          level={2}
          title="Couldn't load your notifications"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {all?.length === 0 && (
        <EmptyState
          level={2}
          title={shown?.empty ?? ""}
          text="You'll hear about answers, mentions, comments and milestones of your work here."
        />
      )}
      {all &&
        byDay(all, (one) => one.createdAt, new Date()).map(({ day, items: notifications }) => (
          <section key={day} aria-label={day}>
            <h2 className={css.day}>{day}</h2>
            <NoticeList all={notifications} />
          </section>
        ))}
      <LoadMore query={query} what="Notifications" />
    </>
  );
}
