import { useQuery } from "@connectrpc/connect-query";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type CommunityStats, StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { paths } from "../../lib/page/paths";
import { stale } from "../../lib/server/stale";
import { count } from "../../lib/text/text";
import css from "./HomeBar.module.css";

/** The bar at the top of Home. Members switch between its two lists; beside that are the numbers of the community. */
export function HomeBar({ tabs, stats }: { tabs: boolean; stats: boolean }) {
  return (
    <div className={css.bar}>
      <div className="wrap">
        {tabs && <Tabs />}
        {stats && <Stats />}
      </div>
    </div>
  );
}

const options = { activeOptions: { exact: true, includeSearch: true }, resetScroll: false };

/** Links, which need less code than Mantine's tabs. */
function Tabs() {
  return (
    <nav aria-label="Home" className={css.tabs}>
      <Link to={paths.home} search={{}} {...options}>
        Discover
      </Link>
      <Link to={paths.home} search={{ tab: "following" }} {...options}>
        Following
      </Link>
    </nav>
  );
}

const figures: { label: string; of: (stats: CommunityStats) => number }[] = [
  { label: "Projects", of: (stats) => stats.totalProjects },
  { label: "Vibers", of: (stats) => stats.activeVibers },
  { label: "Channels", of: (stats) => stats.totalChannels },
  { label: "Idea", of: (stats) => stats.ideaProjects },
  { label: "MVP", of: (stats) => stats.mvpProjects },
  { label: "Beta", of: (stats) => stats.betaProjects },
  { label: "Launched", of: (stats) => stats.launchedProjects },
];

/** They scroll where they don't fit; a number that did not load is a dash. */
function Stats() {
  const { data, isPending } = useQuery(StatsService.method.getCommunityStats, {}, { staleTime: stale.stats });
  return (
    <section className={css.stats} aria-label="Community stats" aria-busy={isPending}>
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
    </section>
  );
}
