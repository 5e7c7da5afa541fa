import { useQuery } from "@connectrpc/connect-query";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Boundary } from "../../components/Boundary";
import { useLive } from "../../components/live/useLive";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { isMadeForGuest } from "../../lib/first";
import { lazyWithRetry } from "../../lib/lazyWithRetry";
import { useSession } from "../../lib/session";
import { Featured } from "./Featured";
import { FollowingSkeleton } from "./FollowingSkeleton";
import { HomeTabs } from "./HomeTabs";
import { Invitation } from "./Invitation";
import { Newest } from "./Newest";
import { NewsPanel } from "./NewsPanel";
import { homeInput } from "./queries";
import { StoriesPanel } from "./SidePanels";
import { StatsStrip } from "./StatsStrip";
import { TopVibers } from "./TopVibers";
import { Trending } from "./Trending";
import { Welcome } from "./Welcome";

// Only members need it.
const Following = lazy(() => lazyWithRetry(async () => ({ default: (await import("./Following")).Following })));

export function HomePage() {
  const { status } = useSession();
  // While the session is unknown, what the page was made for decides, so that nothing moves when it arrives.
  const member = isMadeForGuest ? status === "member" : status !== "guest";
  const following = useSearch({ from: "/" }).tab === "following" && member;
  return (
    <>
      <Welcome />
      {member && <HomeTabs />}
      {following ? (
        <div className="wrap page">
          <Boundary>
            <Suspense fallback={<FollowingSkeleton />}>
              <Following />
            </Suspense>
          </Boundary>
        </div>
      ) : (
        <Discover />
      )}
    </>
  );
}

function Discover() {
  useLive("projects", "stories", "news");
  const lists = {
    featured: useQuery(ProjectService.method.listProjects, homeInput.featured),
    trending: useQuery(ProjectService.method.listProjects, homeInput.trending),
    newest: useQuery(ProjectService.method.listProjects, homeInput.newest),
  };
  const all = Object.values(lists);
  // One request for the user's votes on all lists, sent when all are loaded.
  const settled = all.every((list) => !list.isPending);
  useVoteSummaries(TargetType.PROJECT, settled ? idsOf(all.flatMap((list) => list.data?.projects ?? [])) : []);
  const empty = all.every((list) => list.data?.projects.length === 0);

  return (
    <>
      {!empty && <StatsStrip />}
      <div className="wrap page stack">
        <div className="split">
          <div className="stack">
            {empty ? (
              <Invitation />
            ) : (
              <>
                <Boundary>
                  <Featured query={lists.featured} />
                </Boundary>
                <Boundary>
                  <Trending query={lists.trending} />
                </Boundary>
              </>
            )}
          </div>
          <aside className="side" aria-label="News and stories">
            <Boundary>
              <NewsPanel />
            </Boundary>
            <Boundary>
              <StoriesPanel />
            </Boundary>
          </aside>
        </div>
        {/* Across both columns, so that neither ends before the other. */}
        {!empty && (
          <Boundary>
            <Newest query={lists.newest} />
          </Boundary>
        )}
        <Boundary>
          <TopVibers />
        </Boundary>
      </div>
    </>
  );
}

const idsOf = (projects: Project[]): string[] => [...new Set(projects.map((project) => project.id))].sort();
