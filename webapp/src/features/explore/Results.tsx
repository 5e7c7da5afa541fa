import { useInfiniteQuery } from "@connectrpc/connect-query";
import { ActionIcon, Badge, Box, Button, Group, Text } from "@mantine/core";
import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { ProjectRow, ProjectRowSkeleton, ProjectRows } from "../../components/project/ProjectRow";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { Said } from "../../components/search/Said";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import css from "./Explore.module.css";
import { exploreInput, pageSize } from "./query";
import { type ExploreSearch, isFiltered, resultsLine } from "./search";

const skeletons = [1, 2, 3, 4, 5, 6];

/** The number of results, the results in the chosen view, and the button that loads more. */
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
      <Group gap="sm" className={css.summary}>
        <Text role="status">
          {query.isPending && "Searching..."}
          {found && <Count total={found.totalSize ?? found.projects.length} capped={found.totalSizeCapped} />}
        </Text>
        {filtered && <Badge>Filtered</Badge>}
        {ranked && (
          <TextLink to={paths.fair} size="sm">
            How Trending works
          </TextLink>
        )}
        <ViewToggle list={list} onView={onView} />
      </Group>
      <h2 className="sr">Results</h2>
      {query.isPending && <ResultsSkeleton list={list} ranked={ranked} />}
      {query.error && !pages ? (
        <Box mt="md">
          <ErrorState error={query.error} onRetry={query.refetch} />
        </Box>
      ) : null}
      {found?.projects.length === 0 && (
        <Box mt="md">
          <NothingFound filtered={filtered} onClear={onClear} />
        </Box>
      )}
      {found && search.q && (
        <Said
          typed={search.q}
          searchedFor={found.searchedFor}
          didYouMean={found.didYouMean}
          link={(q, exact, text) => (
            <TextLink to={paths.explore} search={{ ...search, q, exact: exact ? "yes" : undefined }}>
              {text}
            </TextLink>
          )}
        />
      )}
      {found && found.projects.length > 0 && (
        <Listing list={list}>
          {pages?.map((page, i) => (
            <ResultsPage
              key={page.projects[0]?.id ?? i}
              projects={page.projects}
              list={list}
              before={ranked ? i * pageSize : undefined}
              eager={i === 0 && window.matchMedia("(min-width: 768px)").matches}
            />
          ))}
        </Listing>
      )}
      <LoadMore query={query} what="Projects" />
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
    <ActionIcon.Group className={css.screen} role="group" aria-label="View" ml="auto">
      <ActionIcon
        variant={list ? "default" : "filled"}
        aria-label="Grid view"
        aria-pressed={!list}
        onClick={() => onView(undefined)}
      >
        <IconLayoutGrid size={18} />
      </ActionIcon>
      <ActionIcon
        variant={list ? "filled" : "default"}
        aria-label="List view"
        aria-pressed={list}
        onClick={() => onView("list")}
      >
        <IconList size={18} />
      </ActionIcon>
    </ActionIcon.Group>
  );
}

function Listing({ list, children }: { list: boolean; children: React.ReactNode }) {
  return list ? <ProjectRows>{children}</ProjectRows> : <ProjectGrid dense>{children}</ProjectGrid>;
}

/** One page of results. The user's votes on them are fetched in one request. */
function ResultsPage({
  projects,
  list,
  before,
  eager,
}: {
  projects: Project[];
  list: boolean;
  /** The number of results before this page, if the list is ranked. */
  before: number | undefined;
  eager: boolean;
}) {
  useVoteSummaries(
    TargetType.PROJECT,
    projects.map((project) => project.id),
  );
  if (!list) {
    return projects.map((project, i) => (
      <ProjectCard key={project.id} project={project} dense eager={eager && i === 0} />
    ));
  }
  return projects.map((project, i) => (
    <ProjectRow key={project.id} project={project} rank={before === undefined ? undefined : before + i + 1} />
  ));
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={filtered ? "No projects found matching your search" : "No projects yet"}
      text={filtered ? "Try different keywords or filters" : "Be the first to share a project with the community!"}
      action={
        filtered ? (
          <>
            <Button variant="filled" onClick={onClear}>
              Clear Filters
            </Button>
            <ButtonLink to={paths.explore} search={{ sort: "trending" }}>
              See What's Trending
            </ButtonLink>
          </>
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
