import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { LoadMore } from "../../components/LoadMore";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState } from "../../components/States";
import { type FollowedItem, FollowedItemType, FollowType } from "../../gen/uvboard/v1/follow_pb";
import { FollowService } from "../../gen/uvboard/v1/follow_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paths } from "../../lib/paths";
import { paging } from "../../lib/query";
import { useSession } from "../../lib/session";
import { handle, plural } from "../../lib/text";
import css from "./Following.module.css";
import { FollowingSkeleton } from "./FollowingSkeleton";
import { homeInput } from "./queries";

const words: Partial<Record<FollowedItemType, string>> = {
  [FollowedItemType.PROJECT]: "Project",
  [FollowedItemType.FORUM_THREAD]: "Thread",
  [FollowedItemType.BLOG_POST]: "Story",
  [FollowedItemType.PROJECT_UPDATE]: "Update",
};

/** What is new of what the member follows, newest first. Without anything, what there is to follow. */
export function Following() {
  const session = useSession();
  const query = useInfiniteQuery(
    FollowService.method.listFollowedItems,
    { pageSize: 20, pageToken: "" },
    { ...paging, enabled: session.user !== undefined },
  );
  const items = query.data?.pages.flatMap((page) => page.items);
  const failed = session.error ? session : query;
  if (query.isPending && !session.error) return <FollowingSkeleton />;
  if (!items) {
    return (
      <ErrorState
        level={2}
        title="Couldn't load what you follow"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (items.length === 0) return <NothingYet />;
  return (
    <>
      <ul>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <LoadMore query={query} what="Items" mt={40} />
    </>
  );
}

function Item({ item }: { item: FollowedItem }) {
  return (
    <li className={css.item}>
      <Title order={2} size="h4">
        <Link to={item.url}>{item.title}</Link>
      </Title>
      {item.excerpt && (
        <Text size="md" c="dimmed" mt={2} className="clamp2">
          {item.excerpt}
        </Text>
      )}
      <Group gap="sm" mt={4} fz="sm" c="dimmed">
        <span>{words[item.type]}</span>
        {item.author && <AuthorLink author={item.author} />}
        <RelativeTime at={item.createdAt} />
      </Group>
    </li>
  );
}

function NothingYet() {
  const { user } = useSession();
  const { data } = useQuery(UserService.method.listTopUsers, homeInput.vibers);
  const people = data?.users.filter(({ id }) => id !== user?.id) ?? [];
  return (
    <div className="stack">
      <EmptyState
        level={2}
        title="Nothing new from what you follow"
        text="Follow members, projects, channels, tags and tools: the bell is on their pages, beside a chosen tag in Stories, and beside a chosen tool in Explore. What is new of them appears here."
        action={
          <Group gap="sm">
            <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
            <ButtonLink to={paths.discuss}>Browse Channels</ButtonLink>
          </Group>
        }
      />
      {people.length > 0 && (
        <section aria-labelledby="to-follow">
          <div className="head">
            <h2 id="to-follow">Members to Follow</h2>
          </div>
          <ul>
            {people.map((person) => (
              <li key={person.id} className={css.item}>
                <Group wrap="nowrap" gap="sm">
                  <Avatar person={person} size="md" />
                  <div className={css.person}>
                    <Link to="/profile/$username" params={{ username: person.username }}>
                      {handle(person)}
                    </Link>
                    <Text size="sm" c="dimmed">
                      {plural(person.projectCount, "project")}
                    </Text>
                  </div>
                  <FollowButton
                    type={FollowType.USER}
                    id={person.id}
                    among={people.map(({ id }) => id)}
                    name={person.username}
                    ml="auto"
                  />
                </Group>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
