import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Stack } from "@mantine/core";
import { SeriesChart } from "../../components/charts/SeriesChart";
import { Loading, SideError } from "../../components/States";
import { AnalyticsService, type ProjectDay } from "../../gen/uvboard/v1/analytics_service_pb";
import { stale } from "../../lib/stale";
import { toDate } from "../../lib/time";

/** The views of a project and the votes on it by day, for its owner and admins. */
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
        <Stack gap="lg">
          <SeriesChart
            title="Views"
            rows={data.days}
            time={dayLabel}
            series={[{ label: "Views", value: (day) => day.views }]}
            height={160}
          />
          <SeriesChart
            title="Votes"
            rows={data.days}
            time={dayLabel}
            series={[
              { label: "Upvotes", value: (day) => day.upvotes },
              { label: "Downvotes", value: (day) => day.downvotes, color: "var(--uv-quench)" },
            ]}
            height={160}
          />
        </Stack>
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

let days: Intl.DateTimeFormat | undefined;

function dayLabel(day: ProjectDay): string {
  const start = toDate(day.startTime);
  days ??= new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  return start ? days.format(start) : "";
}
