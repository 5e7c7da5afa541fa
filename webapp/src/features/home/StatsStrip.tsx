import { useQuery } from "@connectrpc/connect-query";
import { Skeleton } from "@mantine/core";
import { type CommunityStats, StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { stale } from "../../lib/stale";
import { count } from "../../lib/text";
import css from "./StatsStrip.module.css";

const figures: { label: string; of: (stats: CommunityStats) => number }[] = [
  { label: "Projects", of: (stats) => stats.totalProjects },
  { label: "Vibers", of: (stats) => stats.activeVibers },
  { label: "Channels", of: (stats) => stats.totalChannels },
  { label: "Idea", of: (stats) => stats.ideaProjects },
  { label: "MVP", of: (stats) => stats.mvpProjects },
  { label: "Beta", of: (stats) => stats.betaProjects },
  { label: "Launched", of: (stats) => stats.launchedProjects },
];

/** The numbers of the community. Narrow screens scroll the strip; a number that did not load is a dash. */
export function StatsStrip() {
  const { data, isPending } = useQuery(StatsService.method.getCommunityStats, {}, { staleTime: stale.stats });
  return (
    <section className={css.strip} aria-label="Community stats" aria-busy={isPending}>
      <div className="wrap">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling strip must be reachable by keyboard */}
        <ul tabIndex={0}>
          {figures.map(({ label, of }) => (
            <li key={label}>
              {label}{" "}
              <b className="num">
                {data?.stats ? count(of(data.stats)) : isPending ? <Skeleton width={32} height={14} /> : "–"}
              </b>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
