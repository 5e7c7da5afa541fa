import { useQuery } from "@connectrpc/connect-query";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { MeasuredItem } from "../../components/MeasuredRow";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { count, handle, plural } from "../../lib/text";
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
        <span className="slug" style={{ marginLeft: "auto" }}>
          All Time
        </span>
      </div>
      {isPending && <VibersSkeleton />}
      {error && !users ? <SideError error={error} onRetry={refetch} /> : null}
      {users?.length === 0 && <SideEmpty text="No vibers yet. Be the first!" />}
      {users && users.length > 0 && (
        <ol>
          {users.map((user) => (
            <MeasuredItem key={user.id} rank={user.rank} value={user.voteCount} leader={leader}>
              <Link to="/profile/$username" params={{ username: user.username }} className={css.viber}>
                <span className={css.pos}>{user.rank}</span>
                <Avatar person={user} />
                <span style={{ minWidth: 0 }}>
                  <span className={`${css.name} cut`}>{handle(user)}</span>
                  <span className={`${css.small} faint xs cut`}>
                    {user.displayName && `${user.displayName} · `}
                    {plural(user.projectCount, "project")}
                  </span>
                </span>
                <span className={css.votes}>
                  <b className="num">{count(user.voteCount)}</b>
                  <span className={`${css.small} faint xs`}>{user.voteCount === 1 ? "vote" : "votes"}</span>
                </span>
              </Link>
            </MeasuredItem>
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
        <div key={n} className={`${css.viber} ${css.skeleton}`}>
          <Skeleton width={12} height={20} />
          <Skeleton width={32} height={32} style={{ borderRadius: "50%" }} />
          <Skeleton width="60%" height={14} />
          <Skeleton width={48} height={20} />
        </div>
      ))}
    </Loading>
  );
}
