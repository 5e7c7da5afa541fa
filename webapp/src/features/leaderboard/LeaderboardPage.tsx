import { useQuery } from "@connectrpc/connect-query";
import { Box, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { useLive } from "../../components/live/useLive";
import { measured, Rank } from "../../components/MeasuredRow";
import { PageHead } from "../../components/PageHead";
import { ProjectLogo } from "../../components/ProjectImage";
import { TitleLink } from "../../components/project/TitleLink";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { type LeaderboardEntry, LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { useBoard } from "../../lib/board";
import { paths } from "../../lib/paths";
import {
  laterPeriod,
  type Period,
  parsePeriodPath,
  periodKinds,
  periodOf,
  periodPath,
  periodTitle,
  todayIn,
} from "../../lib/period";
import { count } from "../../lib/text";
import { formatDate } from "../../lib/time";
import { useTitle } from "../../lib/useTitle";
import css from "./Leaderboard.module.css";
import { leaderboardInput } from "./query";

export function LeaderboardPage() {
  const period = parsePeriodPath(useLocation().pathname);
  const today = todayIn(useBoard().timeZone);
  if (!period || period.start > today) return <NoPeriod />;
  return <Leaderboard period={period} today={today} />;
}

function Leaderboard({ period, today }: { period: Period; today: Date }) {
  useTitle(`Top Projects of ${periodTitle(period)}`);
  useLive("projects");
  const query = useQuery(LeaderboardService.method.listLeaderboard, leaderboardInput(period));
  const entries = query.data?.entries;
  const isCurrent = laterPeriod(period, 1).start > today;
  return (
    <div className="wrap page">
      <PageHead title="Top Projects">The projects with the most upvotes of each day, week, month and year.</PageHead>
      <Tabs period={period} today={today} />
      <Pager period={period} isCurrent={isCurrent} />
      {query.isPending && (
        <Loading>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={66} my="md" />
          ))}
        </Loading>
      )}
      {query.error && !entries ? <ErrorState level={2} error={query.error} onRetry={query.refetch} /> : null}
      {entries?.length === 0 && (
        <EmptyState
          level={2}
          title={isCurrent ? "No votes yet" : "No votes"}
          text={isCurrent ? "Vote for a project, and it's first." : `Nobody voted in ${periodTitle(period)}.`}
          action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
        />
      )}
      {entries && entries.length > 0 && <Ranking entries={entries} />}
    </div>
  );
}

const labels: Record<LeaderboardPeriod, string> = {
  [LeaderboardPeriod.UNSPECIFIED]: "",
  [LeaderboardPeriod.DAY]: "Day",
  [LeaderboardPeriod.WEEK]: "Week",
  [LeaderboardPeriod.MONTH]: "Month",
  [LeaderboardPeriod.YEAR]: "Year",
  [LeaderboardPeriod.ALL]: "All time",
};

/** Links to the other periods with the first day of this one, or to those of today from the current one. */
function Tabs({ period, today }: { period: Period; today: Date }) {
  const isCurrent = period.kind === LeaderboardPeriod.ALL || laterPeriod(period, 1).start > today;
  const day = isCurrent ? today : period.start;
  return (
    <nav aria-label="Periods" className={css.tabs}>
      {periodKinds.map((kind) => (
        <Link
          key={kind}
          to={periodPath(periodOf(kind, day))}
          resetScroll={false}
          aria-current={kind === period.kind ? "page" : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
        >
          {labels[kind]}
        </Link>
      ))}
    </nav>
  );
}

/** The name of the period, between links to the one before and the one after. */
function Pager({ period, isCurrent }: { period: Period; isCurrent: boolean }) {
  const name = periodTitle(period);
  const isAll = period.kind === LeaderboardPeriod.ALL;
  return (
    <Group justify="space-between" wrap="nowrap" my="lg" mih="var(--uv-ctl-sm)">
      <Box>
        <Title order={2} size="h3">
          {name[0]?.toUpperCase() + name.slice(1)}
        </Title>
        {period.kind === LeaderboardPeriod.WEEK && (
          <Text size="sm" c="dimmed">
            {formatDate(period.start)} to {formatDate(laterPeriod({ ...period, kind: LeaderboardPeriod.DAY }, 6).start)}
          </Text>
        )}
      </Box>
      {!isAll && (
        <Group gap="sm" wrap="nowrap">
          <ButtonLink to={periodPath(laterPeriod(period, -1))} size="sm" resetScroll={false} rel="prev">
            <IconArrowLeft size={16} />
            Previous
          </ButtonLink>
          {!isCurrent && (
            <ButtonLink to={periodPath(laterPeriod(period, 1))} size="sm" resetScroll={false} rel="next">
              Next
              <IconArrowRight size={16} />
            </ButtonLink>
          )}
        </Group>
      )}
    </Group>
  );
}

function Ranking({ entries }: { entries: LeaderboardEntry[] }) {
  const leader = entries[0]?.votes ?? 0;
  return (
    <ol className={css.list}>
      {entries.map(
        ({ rank, project, votes }) =>
          project && (
            <li key={project.id} {...measured({ rank, value: votes, leader })}>
              <Rank rank={rank} />
              <ProjectLogo title={project.title} logo={project.logo} size={48} />
              <Box miw={0}>
                <Text size="lg" fw="var(--uv-fw-head)" truncate>
                  <TitleLink project={project} cover />
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {project.tagline}
                </Text>
              </Box>
              <Text className="faint xs" ta="right">
                <Text span className="score" fz={28} c="bright" display="block">
                  {count(votes)}
                </Text>
                {votes === 1 ? "upvote" : "upvotes"}
              </Text>
            </li>
          ),
      )}
    </ol>
  );
}

function NoPeriod() {
  useTitle("Leaderboard Not Found");
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        title="Leaderboard Not Found"
        text="There is no such period, or it has not begun."
        action={
          <ButtonLink to={paths.top} variant="filled">
            Top projects of all time
          </ButtonLink>
        }
      />
    </div>
  );
}
