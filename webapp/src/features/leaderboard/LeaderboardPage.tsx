import { useQuery } from "@connectrpc/connect-query";
import { Box, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { useLive } from "../../components/live/useLive";
import { PageHead } from "../../components/PageHead";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { useTitle } from "../../lib/page/useTitle";
import {
  laterPeriod,
  type Period,
  parsePeriodPath,
  periodKinds,
  periodOf,
  periodPath,
  periodTitle,
  todayIn,
} from "../../lib/text/period";
import { formatDate } from "../../lib/text/time";
import css from "./Leaderboard.module.css";
import { Quiet } from "./Quiet";
import { leaderboardInput } from "./query";
import { Ranking } from "./Ranking";
import { stripOf } from "./strip";

/** Below so many projects, a leaderboard says where there is more to see. */
const fewEntries = 3;

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
  const ids = entries?.flatMap(({ project }) => project?.id ?? []) ?? [];
  useVoteSummaries(TargetType.PROJECT, ids.toSorted());
  const isCurrent = period.kind === LeaderboardPeriod.ALL || laterPeriod(period, 1).start > today;
  return (
    <div className="wrap page">
      <PageHead title="Top Projects">
        The projects with the most upvotes of each day, week, month and year.{" "}
        <TextLink to={paths.fair}>Which votes count</TextLink>
      </PageHead>
      <Tabs period={period} day={isCurrent ? today : period.start} />
      <Strip period={period} today={today} />
      <Pager period={period} isCurrent={isCurrent} />
      {query.isPending && (
        <Loading>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={90} my="md" />
          ))}
        </Loading>
      )}
      {query.error && !entries ? <ErrorState level={2} error={query.error} onRetry={query.refetch} /> : null}
      {entries && entries.length > 0 && <Ranking entries={entries} />}
      {entries && entries.length < fewEntries && <Quiet period={period} isCurrent={isCurrent} ranked={ids} />}
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

const linkProps = { resetScroll: false, activeProps: {}, activeOptions: { exact: true } };

/** Links to the periods of each kind with a day. */
function Tabs({ period, day }: { period: Period; day: Date }) {
  return (
    <nav aria-label="Periods" className={css.tabs}>
      {periodKinds.map((kind) => (
        <Link
          key={kind}
          to={periodPath(periodOf(kind, day))}
          aria-current={kind === period.kind ? "page" : undefined}
          {...linkProps}
        >
          {labels[kind]}
        </Link>
      ))}
    </nav>
  );
}

/** Links to the periods of the same kind around this one. */
function Strip({ period, today }: { period: Period; today: Date }) {
  const cells = stripOf(period, today, useBoard().foundedYear);
  if (cells.length < 2) return null;
  return (
    <nav aria-label={`Other ${labels[period.kind].toLowerCase()}s`} className={css.strip}>
      {cells.map(({ period: each, lines, isNear }) => (
        <Link
          key={each.start.getTime()}
          to={periodPath(each)}
          aria-label={periodTitle(each)}
          aria-current={each.start.getTime() === period.start.getTime() ? "page" : undefined}
          className={isNear ? undefined : css.far}
          {...linkProps}
        >
          {lines[0]}
          <b>{lines[1]}</b>
        </Link>
      ))}
    </nav>
  );
}

/** The name of the period, and links to the one before and the one after. */
function Pager({ period, isCurrent }: { period: Period; isCurrent: boolean }) {
  const { foundedYear } = useBoard();
  const name = periodTitle(period);
  const kind = labels[period.kind].toLowerCase();
  const isAll = period.kind === LeaderboardPeriod.ALL;
  return (
    <Group justify="space-between" wrap="nowrap" my="lg" mih="var(--uv-ctl-sm)">
      <div>
        <Group gap={12} align="baseline">
          <Title order={2} size="h3">
            {name[0]?.toUpperCase() + name.slice(1)}
          </Title>
          {isCurrent && (
            <span className="slug lit">
              <span className="live">LIVE</span>
            </span>
          )}
        </Group>
        {period.kind === LeaderboardPeriod.WEEK && (
          <Text size="sm" c="dimmed">
            {formatDate(period.start)} to {formatDate(laterPeriod({ ...period, kind: LeaderboardPeriod.DAY }, 6).start)}
          </Text>
        )}
      </div>
      {!isAll && (
        <Group gap="sm" wrap="nowrap">
          {period.start.getUTCFullYear() >= foundedYear && (
            <ButtonLink
              to={periodPath(laterPeriod(period, -1))}
              size="sm"
              resetScroll={false}
              rel="prev"
              aria-label={`Previous ${kind}`}
            >
              <IconArrowLeft size={16} />
              <Box component="span" visibleFrom="sm">
                Previous
              </Box>
            </ButtonLink>
          )}
          {!isCurrent && (
            <ButtonLink
              to={periodPath(laterPeriod(period, 1))}
              size="sm"
              resetScroll={false}
              rel="next"
              aria-label={`Next ${kind}`}
            >
              <Box component="span" visibleFrom="sm">
                Next
              </Box>
              <IconArrowRight size={16} />
            </ButtonLink>
          )}
        </Group>
      )}
    </Group>
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
