import type { NewsFeed } from "../../../gen/uvboard/v1/news_pb";

/** Whether a feed was fetched between two states of it: each fetch is a success or one more failure. */
const wasFetched = (before: NewsFeed, after: NewsFeed): boolean =>
  before.lastSuccessAt?.seconds !== after.lastSuccessAt?.seconds ||
  before.lastSuccessAt?.nanos !== after.lastSuccessAt?.nanos ||
  before.failures !== after.failures;

/** How many of the enabled feeds have not been fetched since. A feed that was removed or stopped is not waited for. */
export function pending(before: readonly NewsFeed[], now: readonly NewsFeed[]): number {
  return before.filter((feed) => {
    const current = now.find(({ url }) => url === feed.url);
    return feed.isEnabled && current?.isEnabled && !wasFetched(feed, current);
  }).length;
}
