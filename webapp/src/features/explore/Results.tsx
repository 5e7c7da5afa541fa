import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Button } from "@mantine/core";
import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import { ButtonLink } from "../../components/ButtonLink";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { ProjectRow, ProjectRowSkeleton, ProjectRows } from "../../components/project/ProjectRow";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/paths";
import { paging } from "../../lib/query";
import css from "./Explore.module.css";
import { exploreInput, pageSize } from "./query";
import { type ExploreSearch, isFiltered, resultsLine } from "./search";

const skeletons = [1, 2, 3, 4, 5, 6];

/** What was found: the line that counts it, the list in the chosen view, and the way to more of it. */
export function Results({
  search,
  onView,
  onClear,
}: {
  search: ExploreSearch;
  onView: (view: "list" | undefined) => void;
  onClear: () => void;
}) {
  const query = useInfiniteQuery(ProjectService.method.listProjects, exploreInput(search), paging);
  const pages = query.data?.pages;
  const found = pages?.[0];
  const list = search.view === "list";
  const filtered = isFiltered(search);
  const ranked = search.sort === "trending";

  return (
    <>
      <div className={css.line}>
        <p className={css.count} role="status">
          {query.isPending && "Searching..."}
          {found && <Count total={found.totalSize ?? found.projects.length} capped={found.totalSizeCapped} />}
        </p>
        {filtered && <Badge>Filtered</Badge>}
        <ViewToggle list={list} onView={onView} />
      </div>
      <h2 className="sr">Results</h2>
      {query.isPending && <ResultsSkeleton list={list} ranked={ranked} />}
      {query.error && !pages ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {found?.projects.length === 0 && <NothingFound filtered={filtered} onClear={onClear} />}
      {found && found.projects.length > 0 && (
        <Listing list={list}>
          {pages?.map((page, i) => (
            <ResultsPage
              key={page.projects[0]?.id ?? i}
              projects={page.projects}
              list={list}
              before={ranked ? i * pageSize : undefined}
              eager={i === 0}
            />
          ))}
        </Listing>
      )}
      {query.isFetchNextPageError && (
        <div className={css.more}>
          <ErrorState
            title="The next projects did not load"
            error={query.error}
            onRetry={() => query.fetchNextPage()}
          />
        </div>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div className={css.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Load More Projects
          </Button>
        </div>
      )}
    </>
  );
}

function Count({ total, capped }: { total: number; capped: boolean }) {
  const { n, rest } = resultsLine(total, capped);
  return (
    <>
      <b className="num">{n}</b> {rest}
    </>
  );
}

function ViewToggle({ list, onView }: { list: boolean; onView: (view: "list" | undefined) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className={css.views} role="group" aria-label="View">
      <button type="button" aria-label="Grid view" aria-pressed={!list} onClick={() => onView(undefined)}>
        <IconLayoutGrid size={18} />
      </button>
      <button type="button" aria-label="List view" aria-pressed={list} onClick={() => onView("list")}>
        <IconList size={18} />
      </button>
    </div>
  );
}

function Listing({ list, children }: { list: boolean; children: React.ReactNode }) {
  return list ? <ProjectRows>{children}</ProjectRows> : <ProjectGrid>{children}</ProjectGrid>;
}

/** One page of the answer; the viewer's votes on it come in one call. */
function ResultsPage({
  projects,
  list,
  before,
  eager,
}: {
  projects: Project[];
  list: boolean;
  /** How many stand before this page, where the order is a ranking. */
  before: number | undefined;
  eager: boolean;
}) {
  useVoteSummaries(
    TargetType.PROJECT,
    projects.map((project) => project.id),
  );
  if (!list) {
    return projects.map((project, i) => <ProjectCard key={project.id} project={project} eager={eager && i === 0} />);
  }
  return projects.map((project, i) => (
    <ProjectRow key={project.id} project={project} rank={before === undefined ? undefined : before + i + 1} />
  ));
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No projects found matching your search"
      text={filtered ? "Try different keywords or filters" : "Be the first to share a project with the community!"}
      action={
        filtered ? (
          <Button onClick={onClear}>Clear Filters</Button>
        ) : (
          <ButtonLink to={paths.submit} variant="filled">
            Submit First Project
          </ButtonLink>
        )
      }
    />
  );
}

function ResultsSkeleton({ list, ranked }: { list: boolean; ranked: boolean }) {
  return (
    <Loading>
      <Listing list={list}>
        {skeletons.map((n) =>
          list ? <ProjectRowSkeleton key={n} ranked={ranked} /> : <ProjectCardSkeleton key={n} />,
        )}
      </Listing>
    </Loading>
  );
}
