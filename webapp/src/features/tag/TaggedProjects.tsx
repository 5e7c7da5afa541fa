import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Button, Group } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { Stage } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { enumName, stageLabels } from "../../lib/text/labels";
import { type Kind, projectsOf } from "./queries";
import type { TagSearch } from "./search";
import css from "./Tag.module.css";

const stages = [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED, Stage.ARCHIVED].map((stage) => ({
  value: enumName(Stage, stage) as string | undefined,
  label: stageLabels[stage],
}));
const choices = [{ value: undefined, label: "All Stages" }, ...stages];

/** The projects of a tool or a tag, with the choice of a stage. */
export function TaggedProjects({
  kind,
  slug,
  search,
  onStage,
}: {
  kind: Kind;
  slug: string;
  search: TagSearch;
  onStage: (stage: string | undefined) => void;
}) {
  const query = useInfiniteQuery(ProjectService.method.listProjects, projectsOf(kind, slug, search), paging);
  const pages = query.data?.pages;
  const none = pages?.[0]?.projects.length === 0;
  return (
    <section aria-labelledby="projects">
      <div className="head">
        <h2 id="projects">Projects</h2>
      </div>
      {!(none && !search.stage) && (
        <Group gap={8} className={css.stages} role="group" aria-label="Stage">
          {choices.map(({ value, label }) => (
            <Button key={label} size="sm" aria-pressed={search.stage === value} onClick={() => onStage(value)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
      {query.isPending && (
        <Loading>
          <ProjectGrid dense>
            {[1, 2, 3].map((n) => (
              <ProjectCardSkeleton key={n} />
            ))}
          </ProjectGrid>
        </Loading>
      )}
      {query.error && !pages ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {none &&
        (search.stage ? (
          <EmptyState
            title="No projects at this stage"
            text="Projects at other stages are a click away."
            action={<Button onClick={() => onStage(undefined)}>Show All Stages</Button>}
          />
        ) : (
          <EmptyState
            title="No projects here yet"
            text="Be the first to share one."
            action={<ButtonLink to={paths.submit}>Submit a Project</ButtonLink>}
          />
        ))}
      {pages?.[0] && pages[0].projects.length > 0 && (
        <ProjectGrid dense>
          {pages.map((page, i) => (
            <Page key={page.projects[0]?.id ?? i} projects={page.projects} eager={i === 0} />
          ))}
        </ProjectGrid>
      )}
      <LoadMore query={query} what="Projects" />
    </section>
  );
}

/** One page of projects. The user's votes on them are fetched in one request. */
function Page({ projects, eager }: { projects: Parameters<typeof ProjectCard>[0]["project"][]; eager: boolean }) {
  useVoteSummaries(
    TargetType.PROJECT,
    projects.map(({ id }) => id),
  );
  return projects.map((project, i) => (
    <ProjectCard key={project.id} project={project} dense eager={eager && i === 0} />
  ));
}
