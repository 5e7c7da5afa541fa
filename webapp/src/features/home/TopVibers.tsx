import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { measured } from "../../components/MeasuredRow";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { count, handle, plural } from "../../lib/text/text";
import { homeInput } from "./queries";
import css from "./TopVibers.module.css";

export function TopVibers() {
  const { data, error, isPending, refetch } = useQuery(UserService.method.listTopUsers, homeInput.vibers);
  const users = data?.users;
  const leader = users?.[0]?.voteCount ?? 0;
  return (
    <section aria-labelledby="vibers">
      <div className="head">
        <h2 id="vibers">Top Vibers</h2>
        <Text span className="slug" ml="auto">
          All Time
        </Text>
      </div>
      {isPending && <VibersSkeleton />}
      {error && !users ? <SideError error={error} onRetry={refetch} /> : null}
      {users?.length === 0 && <SideEmpty text="No vibers yet. Be the first!" />}
      {users && users.length > 0 && (
        <ol className={css.row}>
          {users.map((user) => (
            <li key={user.id} {...measured({ rank: user.rank, value: user.voteCount, leader })}>
              <Link to="/profile/$username" params={{ username: user.username }} className={css.viber}>
                <Text span className="score" fz={20}>
                  {user.rank}
                </Text>
                <Avatar person={user} />
                <div>
                  <Text fw={560} fz={14} lh="sm" truncate className={css.name}>
                    {handle(user)}
                  </Text>
                  <Text className="faint xs" truncate>
                    {user.displayName && `${user.displayName} · `}
                    {plural(user.projectCount, "project")}
                  </Text>
                </div>
                <Text className="faint xs" ta="right">
                  <b className="num">{count(user.voteCount)}</b>
                  {user.voteCount === 1 ? "vote" : "votes"}
                </Text>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function VibersSkeleton() {
  return (
    <Loading>
      {Array.from({ length: homeInput.vibers.pageSize }, (_, n) => n).map((n) => (
        <div key={n} className={css.viber}>
          <Skeleton width={12} height={20} />
          <Skeleton height={32} circle />
          <Skeleton width="60%" height={14} my={11} />
          <Skeleton width={48} height={20} />
        </div>
      ))}
    </Loading>
  );
}
