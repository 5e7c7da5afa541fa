import { useQuery } from "@connectrpc/connect-query";
import { useLive } from "../../components/live/useLive";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { Featured } from "./Featured";
import { Newest } from "./Newest";
import { NewsPanel } from "./NewsPanel";
import { homeInput } from "./queries";
import { StoriesPanel } from "./SidePanels";
import { StatsStrip } from "./StatsStrip";
import { TopVibers } from "./TopVibers";
import { Trending } from "./Trending";
import { Welcome } from "./Welcome";

export function HomePage() {
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

  return (
    <>
      <StatsStrip />
      <div className="wrap page">
        <Welcome />
        <div className="split">
          <div className="stack">
            <Featured query={lists.featured} />
            <Trending query={lists.trending} />
            <Newest query={lists.newest} />
          </div>
          <aside className="side" aria-label="News, stories and top vibers">
            <NewsPanel />
            <StoriesPanel />
            <TopVibers />
          </aside>
        </div>
      </div>
    </>
  );
}

const idsOf = (projects: Project[]): string[] => [...new Set(projects.map((project) => project.id))].sort();
