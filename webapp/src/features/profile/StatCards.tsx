import { useQuery } from "@connectrpc/connect-query";
import { SimpleGrid, Skeleton, UnstyledButton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { SideError } from "../../components/States";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { score } from "../../lib/text/text";
import css from "./Profile.module.css";
import { type ActivityFilter, toggled } from "./search";

/** The user's counts. Three of them filter the activity. */
export function StatCards({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(UserService.method.getUserStats, { id: userId });
  if (error && !data) return <SideError error={error} onRetry={refetch} />;
  const stats = data?.stats;
  return (
    <SimpleGrid cols={{ base: 3, lg: 6 }} spacing={1} className={css.stats} role="group" aria-label="Statistics">
      <Stat label="Projects" value={stats?.projectsCreated} filter="projects" />
      <Stat label="Forum Posts" value={stats?.forumPosts} filter="forum_posts" />
      <Stat label="Comments" value={stats?.comments} filter="comments" />
      <Stat label="Votes Given" value={stats?.votesGiven} />
      <Stat label="Votes Received" value={stats?.votesReceived} />
      <Stat label="Reputation" value={stats?.reputation} />
    </SimpleGrid>
  );
}

function Stat({ label, value, filter }: { label: string; value: number | undefined; filter?: ActivityFilter }) {
  const search = useSearch({ from: "/profile/$username" });
  const navigate = useNavigate({ from: "/profile/$username" });
  const content = (
    <>
      <b data-long={(value ?? 0) >= 1_000_000 || undefined}>
        {value === undefined ? <Skeleton width={56} height="0.7lh" my="0.15lh" /> : score(value)}
      </b>
      <span>{label}</span>
    </>
  );
  if (!filter) return <div className={css.stat}>{content}</div>;
  return (
    <UnstyledButton
      className={css.stat}
      aria-pressed={search.filter === filter}
      onClick={() => void navigate({ search: toggled(search, filter), replace: true, resetScroll: false })}
    >
      {content}
    </UnstyledButton>
  );
}
