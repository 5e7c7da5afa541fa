import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import { LoadMore } from "../../components/LoadMore";
import { ErrorState } from "../../components/States";
import { FollowService } from "../../gen/uvboard/v1/follow_service_pb";
import { paging } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";
import { FollowedItems } from "./FollowedItems";
import { FollowingSkeleton } from "./FollowingSkeleton";
import { Suggestions } from "./Suggestions";

/** What is new of what the member follows, newest first. Without anything, what there is to follow. */
export function Following() {
  const session = useSession();
  const query = useInfiniteQuery(
    FollowService.method.listFollowedItems,
    { pageSize: 20, pageToken: "" },
    { ...paging, enabled: session.user !== undefined },
  );
  // Who begins chooses in peace: the first choice brings items, but does not take the others away.
  const [isChoosing, setChoosing] = useState(false);
  const pages = query.data?.pages;
  const isEmpty = pages?.every((page) => page.items.length === 0);
  if (isEmpty && !isChoosing) setChoosing(true);
  const failed = session.error ? session : query;
  if (query.isPending && !session.error) return <FollowingSkeleton />;
  if (!pages) {
    return (
      <ErrorState
        level={2}
        title="Couldn't load what you follow"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (isEmpty || isChoosing) {
    return (
      <>
        <Group justify="space-between" align="end" mb="xl">
          <div>
            <Title order={2}>Follow what you like</Title>
            <Text c="dimmed" mt={4} maw="60ch">
              New projects, updates, stories and threads from makers, tools, channels and tags that you follow appear
              here.
            </Text>
          </div>
          {!isEmpty && (
            <Button variant="filled" onClick={() => setChoosing(false)}>
              See What's New
            </Button>
          )}
        </Group>
        <Suggestions />
      </>
    );
  }
  return (
    <div className="split">
      <section aria-label="What's new">
        <ul>
          {pages.map(({ items }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name
            <FollowedItems key={i} items={items} />
          ))}
        </ul>
        <LoadMore query={query} what="Items" mt={40} />
      </section>
      <aside aria-label="More to follow">
        <Suggestions />
      </aside>
    </div>
  );
}
