import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Button, Group, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { IconChecks, IconSettings } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { MembersOnly } from "../../components/MembersOnly";
import { PageHead } from "../../components/PageHead";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { type Notification, NotificationFilter } from "../../gen/uvboard/v1/notification_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/failure";
import { paths } from "../../lib/paths";
import { paging, useInvalidate } from "../../lib/query";
import { toastError } from "../../lib/toast";
import css from "./Notifications.module.css";
import { sentence } from "./words";

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
      <PageHead title="Notifications" />
      <MembersOnly pending={<Rows />} title="Log in to see your notifications">
        {() => <Inbox />}
      </MembersOnly>
    </div>
  );
}

const Rows = () => (
  <Loading>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={64} mt="sm" />
    ))}
  </Loading>
);

function Inbox() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const invalidate = useInvalidate();
  const shown = filters.find(({ value }) => value === search.filter) ?? filters[0];
  const query = useInfiniteQuery(
    NotificationService.method.listNotifications,
    { filter: shown?.filter, pageSize: 20, pageToken: "" },
    paging,
  );
  const readAll = useMutation(NotificationService.method.readAllNotifications, {
    onSuccess: () => invalidate(NotificationService),
    onError: (error) => toastError("Error", failureMessage(error, "Couldn't mark them as read.")),
  });
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
          <Button size="sm" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            <IconChecks size={16} />
            Mark all as read
          </Button>
          <ButtonLink to={paths.settings} size="sm" variant="subtle">
            <IconSettings size={16} />
            Settings
          </ButtonLink>
        </Group>
      </Group>
      {query.isPending && <Rows />}
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
      {all && all.length > 0 && (
        <ol className={css.list}>
          {all.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ol>
      )}
      <LoadMore query={query} what="Notifications" />
    </>
  );
}

function Row({ one }: { one: Notification }) {
  const invalidate = useInvalidate();
  const read = useMutation(NotificationService.method.readNotification, {
    onSuccess: () => invalidate(NotificationService),
  });
  const open = () => {
    if (!one.isRead) read.mutate({ id: one.id });
  };
  const said = sentence(one);
  return (
    <li className={css.row} data-unread={!one.isRead || undefined}>
      <Avatar person={one.actor ?? {}} />
      <div className={css.text}>
        {one.url ? (
          <Link to={one.url} className={css.link} onClick={open}>
            {!one.isRead && <span className="sr">Unread: </span>}
            {said}
          </Link>
        ) : (
          <span>{said}</span>
        )}
        {one.excerpt && (
          <Text size="sm" c="dimmed" lineClamp={1}>
            {one.excerpt}
          </Text>
        )}
      </div>
      <RelativeTime at={one.createdAt} className="faint" />
      {!one.isRead && (
        <Button size="xs" variant="subtle" aria-label={`Mark as read: ${said}`} onClick={open}>
          Mark as read
        </Button>
      )}
    </li>
  );
}
