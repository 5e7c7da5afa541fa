import { useQuery } from "@connectrpc/connect-query";
import { Box, Button, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Boundary } from "../../../components/Boundary";
import { SeriesChart } from "../../../components/charts/SeriesChart";
import { ErrorState, Loading } from "../../../components/States";
import type { AdminStats } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import {
  type AnalyticsBucket,
  AnalyticsService,
  type GetAnalyticsResponse,
} from "../../../gen/uvboard/v1/analytics_service_pb";
import { stale } from "../../../lib/server/stale";
import { count } from "../../../lib/text/text";
import { toDate } from "../../../lib/text/time";
import { useAdminSearch } from "../useAdminSearch";
import css from "./Stats.module.css";
import {
  columns,
  defaultTimeframe,
  formatDuration,
  postsPerThread,
  projectsPerUser,
  readTimeframe,
  type TimeframeWord,
  timeframes,
  toCsv,
  visitsPerVisitor,
} from "./values";

/** Totals, activity over time, and the state of the server. */
export function StatsTab() {
  return (
    <Stack gap="xl">
      <Boundary>
        <Totals />
      </Boundary>
      <Boundary>
        <Analytics />
      </Boundary>
    </Stack>
  );
}

function Totals() {
  const { data, error, refetch } = useQuery(AdminService.method.getAdminStats, {}, { staleTime: stale.now });
  if (error && !data) return <ErrorState level={2} title="Couldn't load the totals" error={error} onRetry={refetch} />;
  const stats = data?.stats;
  const number = (value: (stats: AdminStats) => number) => stats && count(value(stats));
  return (
    <section aria-labelledby="totals">
      <Title order={2} size="h3" id="totals" mb="sm">
        Totals
      </Title>
      <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 4 }} spacing={1} className={css.numbers}>
        <Fact label="Users" value={number((s) => s.totalUsers)} />
        <Fact label="Projects" value={number((s) => s.totalProjects)} />
        <Fact label="Forum Threads" value={number((s) => s.totalForumThreads)} />
        <Fact label="Forum Posts" value={number((s) => s.totalForumPosts)} />
        <Fact label="Blog Posts" value={number((s) => s.totalBlogPosts)} />
        <Fact label="Votes" value={number((s) => s.totalVotes)} />
        <Fact label="Projects per user" value={stats && projectsPerUser(stats)} />
        <Fact label="Posts per thread" value={stats && postsPerThread(stats)} />
      </SimpleGrid>
      <Title order={2} size="h3" mt="lg" mb={6}>
        Platform Status
      </Title>
      {stats ? <Status stats={stats} /> : <Skeleton height={24} width={120} />}
    </section>
  );
}

function Status({ stats }: { stats: AdminStats }) {
  if (stats.isHealthy) return <Text>Healthy</Text>;
  return (
    <Box component="ul" m={0} p={0}>
      {stats.checks
        .filter((check) => !check.isOk)
        .map((check) => (
          <li key={check.name}>
            <b>{check.name}</b>: {check.detail}
          </li>
        ))}
    </Box>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={css.number}>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton width={56} height="0.7lh" my="0.15lh" />}</dd>
    </div>
  );
}

function Analytics() {
  const { search, change } = useAdminSearch();
  const word = readTimeframe(search.show);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    AnalyticsService.method.getAnalytics,
    { timeframe: timeframes[word].value },
    { staleTime: stale.now, placeholderData: keepPreviousData },
  );
  return (
    <section aria-labelledby="analytics">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="analytics">
          Analytics
        </Title>
        <Group gap="sm">
          <SegmentedControl
            aria-label="Timeframe"
            value={word}
            data={Object.entries(timeframes).map(([value, { label }]) => ({ value, label }))}
            onChange={(next) => change({ show: next === defaultTimeframe ? undefined : next })}
          />
          {data && !isPlaceholderData && <Download buckets={data.buckets} word={word} />}
        </Group>
      </Group>
      {error && !data ? (
        <ErrorState level={3} title="Failed to fetch analytics" error={error} onRetry={refetch} />
      ) : data ? (
        <Charts data={data} word={isPlaceholderData ? undefined : word} />
      ) : (
        <Loading>
          <Skeleton height={76} mb="lg" />
          <Skeleton height={260} />
        </Loading>
      )}
    </section>
  );
}

function Charts({ data, word }: { data: GetAnalyticsResponse; word: TimeframeWord | undefined }) {
  const time = (bucket: AnalyticsBucket) => bucketLabel(bucket, data.buckets.length);
  const [visits, visitors, ...others] = columns;
  return (
    <Stack gap="lg" aria-busy={word === undefined}>
      <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 4 }} spacing={1} className={css.numbers}>
        <Fact label="Unique visitors" value={count(data.uniqueVisitors)} />
        <Fact label="Total visits" value={count(data.totalVisits)} />
        <Fact label="Visits per visitor" value={visitsPerVisitor(data)} />
        <Fact label="Average duration" value={formatDuration(data.avgDuration)} />
      </SimpleGrid>
      <SeriesChart title="Visits" rows={data.buckets} time={time} series={[visits, visitors]} height={260} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        {others.map((column) => (
          <SeriesChart
            key={column.label}
            title={column.label}
            rows={data.buckets}
            time={time}
            series={[column]}
            height={160}
          />
        ))}
      </SimpleGrid>
      <Text fz="sm" c="dimmed">
        Times are in UTC. A browser tab is one visitor for as long as it is open; in 7 or 30 days, one on each day with
        a visit. Robots, and visitors whose browser asks not to be counted, are left out.
      </Text>
    </Stack>
  );
}

let days: Intl.DateTimeFormat | undefined;
let times: Intl.DateTimeFormat | undefined;

/** Days as "Nov 22", hours and minutes as "18:05". */
function bucketLabel(bucket: AnalyticsBucket, buckets: number): string {
  const start = toDate(bucket.startTime);
  if (!start) return "";
  if (buckets === 7 || buckets === 30) {
    days ??= new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
    return days.format(start);
  }
  times ??= new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
  return times.format(start);
}

function Download({ buckets, word }: { buckets: AnalyticsBucket[]; word: TimeframeWord }) {
  return (
    <Button
      component="a"
      size="sm"
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(buckets))}`}
      download={`analytics-${word}.csv`}
    >
      <IconDownload size={16} />
      Download CSV
    </Button>
  );
}
