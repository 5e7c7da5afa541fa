import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Project, ProjectRank, RankNeighbor } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { count, plural } from "../../lib/text/text";
import { formatDate, toDate } from "../../lib/text/time";
import { TextLink } from "../ButtonLink";
import { Dialog, type DialogProps } from "../Dialog";
import { Loading, SideError } from "../States";

/** The place of a project in Trending with what it comes from. */
export function WhyHereDialog({ project, ...dialog }: DialogProps & { project: Project }) {
  const { data, error, refetch } = useQuery(
    ProjectService.method.getProjectRank,
    { id: project.id },
    { enabled: dialog.opened, staleTime: 0 },
  );
  return (
    <Dialog title="Why is it here?" {...dialog}>
      {data?.rank && <Reasons rank={data.rank} />}
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height={14} my={5} />
          <Skeleton width="70%" height={14} my={5} />
        </Loading>
      )}
    </Dialog>
  );
}

function Reasons({ rank }: { rank: ProjectRank }) {
  const { place, isEntered, needs, upvotes, downvotes, pending, confidence, publishedAt, above, below } = rank;
  return (
    <>
      <Text>
        Place <b className="num">{count(place)}</b> in Trending: {plural(upvotes, "eligible upvote")} and{" "}
        {plural(downvotes, "downvote")}, published on {formatDate(toDate(publishedAt))}.
      </Text>
      <Text component="ul" className="ruled" c="dimmed" my="md">
        {!isEntered && needs > 0 && (
          <li>
            {plural(needs, "eligible upvote")} of others {needs === 1 ? "is" : "are"} missing. Until then it stands
            after all projects that have them.
          </li>
        )}
        <li>
          Its score is its upvotes minus its downvotes, on a scale where ten times as many are worth two days
          {upvotes > downvotes && (
            <>
              , times our confidence of <span className="num">{Math.round(confidence * 100)} %</span> that people agree
            </>
          )}
          , plus its date.
        </li>
        {waiting(pending?.upvotes ?? 0, pending?.downvotes ?? 0)}
        <li>
          {upvotes > downvotes ? "More" : "Eligible"} upvotes move it up and downvotes down. Later projects start
          higher, so others pass it. Time alone changes nothing.
        </li>
        <li>In the first ten, each owner has one project. Their next ones follow after that.</li>
      </Text>
      <Text size="sm">
        {above && <Neighbor name="Above it" of={above} />}
        {below && <Neighbor name="Below it" of={below} />}
        <TextLink to={paths.fair}>All rules</TextLink>
      </Text>
    </>
  );
}

function waiting(upvotes: number, downvotes: number): ReactNode {
  const parts = [upvotes > 0 && plural(upvotes, "upvote"), downvotes > 0 && plural(downvotes, "downvote")];
  const words = parts.filter(Boolean).join(" and ");
  return (
    words && (
      <li>
        {words} {upvotes + downvotes === 1 ? "is" : "are"} pending and{" "}
        {upvotes + downvotes === 1 ? "changes" : "change"} no place yet.
      </li>
    )
  );
}

function Neighbor({ name, of }: { name: string; of: RankNeighbor }) {
  return (
    <>
      {name}:{" "}
      <Link to="/projects/$id" params={{ id: nameOf(of) }}>
        {of.title}
      </Link>
      <br />
    </>
  );
}
