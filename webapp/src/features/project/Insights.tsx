import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Stack } from "@mantine/core";
import { SeriesChart } from "../../components/charts/SeriesChart";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { AnalyticsService, type ProjectDay } from "../../gen/uvboard/v1/analytics_service_pb";
import { stale } from "../../lib/server/stale";
import { plural } from "../../lib/text/text";
import { formatDate, toDate } from "../../lib/text/time";

/** The views of a project and the votes on it by day, for its owner and admins. A chart needs two days that have some. */
export function Insights({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    AnalyticsService.method.getProjectAnalytics,
    { id },
    { staleTime: stale.now },
  );
  return (
    <section aria-labelledby="insights">
      <div className="head">
        <h2 id="insights">Last 30 Days</h2>
      </div>
      {data ? (
        <Charts days={data.days} />
      ) : error ? (
        <SideError error={error} onRetry={refetch} />
      ) : (
        <Loading>
          <Skeleton height={220} mb="lg" />
          <Skeleton height={220} />
        </Loading>
      )}
    </section>
  );
}

function Charts({ days }: { days: ProjectDay[] }) {
  const votes = (day: ProjectDay) => day.upvotes + day.downvotes;
  const viewed = days.filter((day) => day.views > 0);
  const voted = days.filter((day) => votes(day) > 0);
  const few = [
    viewed.length < 2 &&
      plural(
        sum(viewed, (day) => day.views),
        "view",
      ),
    voted.length < 2 && plural(sum(voted, votes), "vote"),
  ].filter((text) => text !== false);
  return (
    <Stack gap="lg">
      {few.length > 0 && <SideEmpty text={`${few.join(" and ")} so far. A chart appears once two days have some.`} />}
      {viewed.length > 1 && (
        <SeriesChart
          title="Views"
          rows={days}
          time={dayLabel}
          series={[{ label: "Views", value: (day) => day.views }]}
          height={160}
        />
      )}
      {voted.length > 1 && (
        <SeriesChart
          title="Votes"
          rows={days}
          time={dayLabel}
          series={[
            { label: "Upvotes", value: (day) => day.upvotes },
            { label: "Downvotes", value: (day) => day.downvotes, color: "var(--uv-quench)" },
          ]}
          height={160}
        />
      )}
    </Stack>
  );
}

const sum = (days: ProjectDay[], value: (day: ProjectDay) => number) =>
  days.reduce((total, day) => total + value(day), 0);

/** A day without its year, such as "17 Nov". */
const dayLabel = (day: ProjectDay): string => formatDate(toDate(day.startTime)).slice(0, -5);
