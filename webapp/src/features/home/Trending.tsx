import { Box, Group, Skeleton, Text } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { measured, Rank } from "../../components/MeasuredRow";
import { ProjectLogo } from "../../components/ProjectImage";
import { TitleLink } from "../../components/project/TitleLink";
import { WhyHere } from "../../components/project/WhyHere";
import { ErrorState, Loading } from "../../components/States";
import { Score } from "../../components/vote/Score";
import { VoteTally } from "../../components/vote/VoteControl";
import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { periodOf, periodPath, todayIn } from "../../lib/text/period";
import type { ListQuery } from "./listQuery";
import { NoProjects } from "./NoProjects";
import { type Column, rankBy } from "./rankBy";
import css from "./Trending.module.css";

export function Trending({ query }: { query: ListQuery }) {
  const [column, setColumn] = useState<Column>("upvotes");
  const week = periodPath(periodOf(LeaderboardPeriod.WEEK, todayIn(useBoard().timeZone)));
  const projects = query.data?.projects;
  const ranked = rankBy(column, projects);
  const full = ranked.length > 0;
  const failed = Boolean(query.error) && !projects;
  return (
    <section aria-labelledby="trending">
      <div className="head">
        <h2 id="trending">Trending Projects</h2>
        {!failed && (
          <span className="slug lit">
            <span className="live">LIVE</span>
          </span>
        )}
        <Link className="more" to={week}>
          Top of the week
        </Link>
      </div>
      {query.isPending && <TrendingSkeleton />}
      {failed ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {projects?.length === 0 && <NoProjects trending />}
      {full && <Board projects={ranked} column={column} onColumn={setColumn} />}
      {full && <ShortList projects={ranked} column={column} />}
      {full && (
        <>
          <ButtonLink to={paths.explore} search={{ sort: "trending" }} mt="lg" visibleFrom="sm">
            View All Trending Projects
          </ButtonLink>
          <ButtonLink to={paths.explore} mt="lg" fullWidth hiddenFrom="sm">
            View All Projects
          </ButtonLink>
          <ButtonLink to={paths.fair} variant="subtle" mt={{ base: "sm", sm: "lg" }} w={{ base: "100%", sm: "auto" }}>
            How Trending works
          </ButtonLink>
        </>
      )}
    </section>
  );
}

type Ranked = { projects: Project[]; column: Column };

function Board({ projects, column, onColumn }: Ranked & { onColumn: (column: Column) => void }) {
  const leader = projects[0]?.[column] ?? 0;
  const negative = column === "downvotes";
  return (
    <Box component="table" className={css.board} visibleFrom="sm">
      <colgroup>
        <col style={{ width: 76 }} />
        <col />
        <col style={{ width: 112 }} />
        <col style={{ width: 112 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Project</th>
          <SortHeader column="upvotes" sorted={column} onSort={onColumn}>
            Upvotes
          </SortHeader>
          <SortHeader column="downvotes" sorted={column} onSort={onColumn}>
            Downvotes
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {projects.map((project, i) => (
          <tr key={project.id} {...measured({ rank: i + 1, value: project[column], leader, negative })}>
            <td>
              <Rank rank={i + 1} negative={negative} />
            </td>
            <td>
              <Group gap="md" wrap="nowrap">
                <ProjectLogo title={project.title} logo={project.logo} size={48} />
                <Box miw={0} flex={1}>
                  <Text size="lg" fw="var(--uv-fw-head)" truncate>
                    <TitleLink project={project} />
                  </Text>
                  <Text size="sm" c="dimmed" truncate>
                    {project.tagline}
                  </Text>
                </Box>
                <WhyHere project={project} icon />
              </Group>
            </td>
            <td className={css.right}>
              <VoteTally thing={project} side={VoteType.UPVOTE} />
            </td>
            <td className={css.right}>
              <VoteTally thing={project} side={VoteType.DOWNVOTE} />
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function SortHeader({
  column,
  sorted,
  onSort,
  children,
}: {
  column: Column;
  sorted: Column;
  onSort: (column: Column) => void;
  children: string;
}) {
  return (
    <th scope="col" className={css.right} aria-sort={sorted === column ? "descending" : undefined}>
      <button type="button" onClick={() => onSort(column)}>
        {children}
        {sorted === column && <IconArrowDown size={16} />}
      </button>
    </th>
  );
}

function ShortList({ projects, column }: Ranked) {
  const leader = projects[0]?.[column] ?? 0;
  const negative = column === "downvotes";
  return (
    <Box component="ol" className={css.list} hiddenFrom="sm">
      {projects.map((project, i) => (
        <li key={project.id} {...measured({ rank: i + 1, value: project[column], leader, negative })}>
          <Rank rank={i + 1} negative={negative} />
          <Box miw={0}>
            <Text size="lg" fw="var(--uv-fw-head)" truncate>
              <TitleLink project={project} cover />
            </Text>
            <Text size="sm" c="dimmed">
              net{" "}
              <span className="num">
                <Score project={project} />
              </span>{" "}
              · <WhyHere project={project} />
            </Text>
          </Box>
          <VoteTally thing={project} side={negative ? VoteType.DOWNVOTE : VoteType.UPVOTE} />
        </li>
      ))}
    </Box>
  );
}

function TrendingSkeleton() {
  return (
    <Loading>
      <Box aria-hidden="true" pt={{ sm: 24 }}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h={{ base: 54, sm: 66 }} my={{ base: 16, sm: 24 }} />
        ))}
      </Box>
      <Skeleton width={200} height="var(--uv-ctl)" mt="lg" />
    </Loading>
  );
}
