import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Button, Skeleton } from "@mantine/core";
import { IconMessage, IconMessages, IconPencil, IconRocket } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { type Activity, ActivityType } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paths } from "../../lib/paths";
import { paging } from "../../lib/query";
import css from "./Profile.module.css";
import { type ActivityFilter, activityFilters } from "./search";

const kinds: Partial<Record<ActivityType, { verb: string; Icon: typeof IconRocket }>> = {
  [ActivityType.PROJECT_CREATED]: { verb: "Published", Icon: IconRocket },
  [ActivityType.FORUM_THREAD]: { verb: "Opened", Icon: IconPencil },
  [ActivityType.FORUM_POST]: { verb: "Replied in", Icon: IconMessages },
  [ActivityType.BLOG_COMMENT]: { verb: "Commented on", Icon: IconMessage },
};

/** What the person did, newest first, in a list that scrolls by itself. */
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
        <div className={`notice ${css.filtered}`}>
          <span role="status">Filtered by {activityFilters[filter].label}</span>
          <span className="btnrow">
            <Button size="sm" variant="subtle" onClick={onClear}>
              Clear Filter
            </Button>
          </span>
        </div>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={css.scroll} tabIndex={0} aria-labelledby={heading}>
          <ul>
            {activities.map((activity) => (
              <ActivityRow key={activity.id} activity={activity} />
            ))}
          </ul>
          {query.isFetchNextPageError && (
            <ErrorState title="Couldn't load more" error={query.error} onRetry={() => query.fetchNextPage()} />
          )}
          {query.hasNextPage && !query.isFetchNextPageError && (
            <div className={css.more}>
              <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                Load More Activity
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const kind = kinds[activity.type];
  if (!kind) return null;
  return (
    <li className={css.act}>
      <kind.Icon size={18} />
      <div>
        {kind.verb} <ActivityTitle activity={activity} />
        {activity.content && <p className={`clamp2 ${css.actText}`}>{activity.content}</p>}
      </div>
      <RelativeTime at={activity.createdAt} className="faint" />
    </li>
  );
}

function ActivityTitle({ activity }: { activity: Activity }) {
  if (activity.type !== ActivityType.PROJECT_CREATED) return <b>{activity.title}</b>;
  return (
    <Link to="/projects/$id" params={{ id: activity.id }} className={css.actTitle}>
      {activity.title}
    </Link>
  );
}

function ActivitySkeleton() {
  return (
    <Loading className={css.scroll}>
      {[1, 2, 3, 4, 5].map((n) => (
        <div key={n} className={css.act} aria-hidden="true">
          <Skeleton width={18} height={18} />
          <div>
            <Skeleton width="min(280px, 90%)" height={14} style={{ margin: "3px 0" }} />
            <Skeleton width="min(420px, 100%)" height={12} style={{ margin: "8px 0 4px" }} />
          </div>
          <Skeleton width={48} height={12} style={{ margin: "4px 0" }} />
        </div>
      ))}
    </Loading>
  );
}
