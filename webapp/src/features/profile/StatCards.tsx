import { useQuery } from "@connectrpc/connect-query";
import { Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SideError } from "../../components/States";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { score } from "../../lib/text";
import css from "./Profile.module.css";
import { type ActivityFilter, toggled } from "./search";

/** What the person has done, in numbers; three of them show what they count. */
export function StatCards({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(UserService.method.getUserStats, { id: userId });
  if (error && !data) return <SideError error={error} onRetry={refetch} />;
  const stats = data?.stats;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className={css.stats} role="group" aria-label="Statistics">
      <FilterStat label="Projects" value={stats?.projectsCreated} filter="projects" />
      <FilterStat label="Forum Posts" value={stats?.forumPosts} filter="forum_posts" />
      <FilterStat label="Comments" value={stats?.comments} filter="comments" />
      <Stat label="Votes Given" value={stats?.votesGiven} />
      <Stat label="Votes Received" value={stats?.votesReceived} />
      <Stat label="Reputation" value={stats?.reputation} />
    </div>
  );
}

function FilterStat({ label, value, filter }: { label: string; value: number | undefined; filter: ActivityFilter }) {
  const search = useSearch({ from: "/profile/$username" });
  const navigate = useNavigate({ from: "/profile/$username" });
  return (
    <button
      type="button"
      className={css.stat}
      aria-pressed={search.filter === filter}
      onClick={() => void navigate({ search: toggled(search, filter), replace: true, resetScroll: false })}
    >
      <Numbers value={value} />
      <span>{label}</span>
    </button>
  );
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={css.stat}>
      <Numbers value={value} />
      <span>{label}</span>
    </div>
  );
}

function Numbers({ value }: { value: number | undefined }): ReactNode {
  return (
    <b className={value !== undefined && value >= 1_000_000 ? css.long : undefined}>
      {value === undefined ? <Skeleton width={56} height="0.7lh" style={{ margin: "0.15lh 0" }} /> : score(value)}
    </b>
  );
}
