import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Group, Skeleton, Text } from "@mantine/core";
import { Avatar } from "../../components/Avatar";
import { FollowButton } from "../../components/follow/FollowButton";
import { LoadMore } from "../../components/LoadMore";
import { AuthorLink } from "../../components/project/AuthorLink";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { FollowService } from "../../gen/uvboard/v1/follow_service_pb";
import { paging } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";
import css from "./Profile.module.css";

/** The followers of a user, or the users whom the user follows, newest first. */
export function PeopleTab({ userId, followers }: { userId: string; followers: boolean }) {
  const { listFollowers, listFollowing } = FollowService.method;
  const { user } = useSession();
  const query = useInfiniteQuery(
    // The messages of both differ only in their names.
    followers ? listFollowers : (listFollowing as unknown as typeof listFollowers),
    { id: userId, pageSize: 20, pageToken: "" },
    paging,
  );
  const people = query.data?.pages.flatMap(({ users }) => {
    const ids = users.map(({ id }) => id);
    return users.map((person) => ({ ...person, among: ids }));
  });
  return (
    <>
      <h2 className="sr">{followers ? "Followers" : "Following"}</h2>
      {query.isPending && (
        <Loading>
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} height={56} mb="sm" />
          ))}
        </Loading>
      )}
      {query.error && !people ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {people?.length === 0 && <EmptyState title={followers ? "No followers yet." : "Follows nobody yet."} />}
      <ul>
        {people?.map(({ id, user: person, bio, among }) => (
          <li key={id} className={css.story}>
            <Group wrap="nowrap" gap="sm">
              {person && <Avatar person={person} size="md" />}
              <div className={css.person}>
                <AuthorLink author={person} named />
                {bio && (
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {bio}
                  </Text>
                )}
              </div>
              {id !== user?.id && (
                <FollowButton type={FollowType.USER} id={id} among={among} name={person?.username ?? ""} ml="auto" />
              )}
            </Group>
          </li>
        ))}
      </ul>
      <LoadMore query={query} what={followers ? "Followers" : "Members"} mt={40} />
    </>
  );
}
