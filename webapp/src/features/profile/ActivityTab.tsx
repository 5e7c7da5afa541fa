import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconBook, IconMessage, IconMessages, IconPencil, IconRocket } from "@tabler/icons-react";
import { useId } from "react";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { Via } from "../../components/Via";
import { type Activity, ActivityType } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import css from "./Profile.module.css";
import { type ActivityFilter, activityFilters } from "./search";

const kinds: Partial<Record<ActivityType, { verb: string; Icon: typeof IconRocket }>> = {
  [ActivityType.PROJECT_CREATED]: { verb: "Published", Icon: IconRocket },
  [ActivityType.FORUM_THREAD]: { verb: "Opened", Icon: IconPencil },
  [ActivityType.FORUM_POST]: { verb: "Replied in", Icon: IconMessages },
  [ActivityType.BLOG_COMMENT]: { verb: "Commented on", Icon: IconMessage },
  [ActivityType.BLOG_POST]: { verb: "Wrote", Icon: IconBook },
};

/** The user's activity, newest first, in a scrollable list. */
export function ActivityTab({
  userId,
  own,
  filter,
  onClear,
}: {
  userId: string;
  own: boolean;
  filter: ActivityFilter | undefined;
  onClear: () => void;
}) {
  const heading = useId();
  const query = useInfiniteQuery(
    UserService.method.listUserActivity,
    { id: userId, types: filter ? activityFilters[filter].types : [], pageSize: 20, pageToken: "" },
    paging,
  );
  const activities = query.data?.pages.flatMap((page) => page.activities);

  return (
    <>
      <div className="head">
        <h2 id={heading}>Recent Activity</h2>
      </div>
      {filter && (
        <Alert role="presentation" variant="default" fw="var(--uv-fw-text)" mb={16} py={8}>
          <Group justify="space-between">
            <span role="status">Filtered by {activityFilters[filter].label}</span>
            <Button size="sm" variant="subtle" onClick={onClear}>
              Clear Filter
            </Button>
          </Group>
        </Alert>
      )}
      {query.isPending && <ActivitySkeleton />}
      {query.error && !activities ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {activities?.length === 0 && (
        <EmptyState
          title="No recent activity"
          action={own && !filter && <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
        />
      )}
      {activities && activities.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className={css.activity} tabIndex={0} aria-labelledby={heading}>
          <ul>
            {activities.map((activity) => (
              <ActivityRow key={activity.id} activity={activity} />
            ))}
          </ul>
          <LoadMore query={query} what="Activity" mt={40} />
        </section>
      )}
    </>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { type, content, createdAt } = activity;
  const kind = kinds[type];
  if (!kind) return null;
  return (
    <Group component="li" gap={12} align="flex-start" wrap="nowrap" fz={14} lh="20px">
      <Text span c="var(--uv-text-3)" mt={1}>
        <kind.Icon size={18} />
      </Text>
      <Text inherit flex={1} component="div">
        {kind.verb} <Title activity={activity} />
        <Via name={activity.via} />
        {content && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {content}
          </Text>
        )}
      </Text>
      <RelativeTime at={createdAt} className="faint" />
    </Group>
  );
}

/** The title of the activity's target, as a link to its page. */
function Title({ activity: { id, type, title, targetId, url } }: { activity: Activity }) {
  const name = nameOf({ id: targetId, url });
  switch (type) {
    case ActivityType.PROJECT_CREATED:
      return (
        <TextLink to="/projects/$id" params={{ id: name }}>
          {title}
        </TextLink>
      );
    case ActivityType.FORUM_THREAD:
    case ActivityType.FORUM_POST:
      return (
        <TextLink
          to="/forum/thread/$threadId"
          params={{ threadId: name }}
          search={{ post: type === ActivityType.FORUM_POST ? id : undefined }}
        >
          {title}
        </TextLink>
      );
    case ActivityType.BLOG_COMMENT:
    case ActivityType.BLOG_POST:
      return (
        <TextLink to="/blog/$id" params={{ id: name }}>
          {title}
        </TextLink>
      );
    default:
      return <b>{title}</b>;
  }
}

function ActivitySkeleton() {
  return (
    <Loading className={css.activity}>
      <Stack gap={24} py={12} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((row) => (
          <Group key={row} gap={12} align="flex-start">
            <Skeleton width={18} height={18} />
            <Stack gap={8} flex={1}>
              <Skeleton width="min(280px, 90%)" height={14} />
              <Skeleton width="min(420px, 100%)" height={12} />
            </Stack>
            <Skeleton width={48} height={12} />
          </Group>
        ))}
      </Stack>
    </Loading>
  );
}
