import { useQuery } from "@connectrpc/connect-query";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Boundary } from "../../components/Boundary";
import { useLive } from "../../components/live/useLive";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";
import { isMadeForGuest } from "../../lib/server/first";
import { useSession } from "../../lib/session/session";
import { Featured } from "./Featured";
import { FollowingSkeleton } from "./FollowingSkeleton";
import { HomeBar } from "./HomeBar";
import css from "./HomePage.module.css";
import { Invitation } from "./Invitation";
import { Newest } from "./Newest";
import { NewsPanel } from "./NewsPanel";
import { homeInput } from "./queries";
import { StoriesPanel } from "./SidePanels";
import { TopVibers } from "./TopVibers";
import { Trending } from "./Trending";
import { Welcome } from "./Welcome";

// Far below the first screen.
const Waiting = lazy(() => lazyWithRetry(async () => ({ default: (await import("./Waiting")).Waiting })));
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
      {following ? (
        <>
          <HomeBar tabs stats />
          <div className="wrap page">
            <Boundary>
              <Suspense fallback={<FollowingSkeleton />}>
                <Following />
              </Suspense>
            </Boundary>
          </div>
        </>
      ) : (
        <Discover member={member} />
      )}
    </>
  );
}

function Discover({ member }: { member: boolean }) {
  useLive("projects", "stories", "news");
  const lists = {
    featured: useQuery(ProjectService.method.listProjects, homeInput.featured),
    trending: useQuery(ProjectService.method.listProjects, homeInput.trending),
    newest: useQuery(ProjectService.method.listProjects, homeInput.newest),
    again: useQuery(ProjectService.method.listProjects, homeInput.again),
  };
  const all = Object.values(lists);
  // One request for the user's votes on all lists, sent when all are loaded.
  const settled = all.every((list) => !list.isPending);
  useVoteSummaries(TargetType.PROJECT, settled ? idsOf(all.flatMap((list) => list.data?.projects ?? [])) : []);
  const empty = all.every((list) => list.data?.projects.length === 0);

  return (
    <>
      {(member || !empty) && <HomeBar tabs={member} stats={!empty} />}
      <div className="wrap page stack">
        <div className={`split ${css.lists}`}>
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
          {!empty && (
            <div className={css.newest}>
              <Boundary>
                <Newest query={lists.newest} again={lists.again} />
              </Boundary>
            </div>
          )}
          <aside className="side" aria-label="News and stories">
            <Boundary>
              <NewsPanel />
            </Boundary>
            <Boundary>
              <StoriesPanel />
            </Boundary>
          </aside>
        </div>
        <Boundary>
          <Suspense>
            <Waiting />
          </Suspense>
        </Boundary>
        <Boundary>
          <TopVibers />
        </Boundary>
      </div>
    </>
  );
}

const idsOf = (projects: Project[]): string[] => [...new Set(projects.map((project) => project.id))].sort();
