import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/paths";
import { paging } from "../../lib/query";
import { OwnerActions } from "./OwnerActions";
import css from "./Profile.module.css";

const pageSize = 12;

/** The person's projects; to themselves with drafts among them, and the means to change each. */
export function ProjectsTab({ userId, own }: { userId: string; own: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(UserService.method.listUserProjects, { id: userId, pageSize, pageToken: "" }, paging);
  const pages = query.data?.pages;
  const none = pages?.[0]?.projects.length === 0;

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr">
        Projects
      </h2>
      {query.isPending && (
        <Loading>
          <ProjectGrid>
            {[1, 2, 3].map((n) => (
              <ProjectCardSkeleton key={n} />
            ))}
          </ProjectGrid>
        </Loading>
      )}
      {query.error && !pages ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {none && <NoProjects own={own} />}
      {pages && !none && (
        <ProjectGrid>
          {pages.map((page, i) => (
            <ProjectsPage
              key={page.projects[0]?.id ?? i}
              projects={page.projects}
              own={own}
              // The pressed button is gone with its project; the list is the nearest thing that stays.
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ProjectGrid>
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

/** One page of the answer; the viewer's votes on it come in one call. */
function ProjectsPage({ projects, own, onDeleted }: { projects: Project[]; own: boolean; onDeleted: () => void }) {
  // Nobody votes on what is theirs.
  useVoteSummaries(TargetType.PROJECT, own ? [] : projects.map((project) => project.id));
  return projects.map((project) => (
    <ProjectCard
      key={project.id}
      project={project}
      actions={own ? <OwnerActions project={project} onDeleted={onDeleted} /> : undefined}
    />
  ));
}

function NoProjects({ own }: { own: boolean }) {
  if (!own) return <EmptyState title="No projects yet." />;
  return (
    <EmptyState
      title="You haven't created any projects yet."
      action={
        // The one filled button of the view is New Project, above.
        <ButtonLink to={paths.submit}>Create Your First Project</ButtonLink>
      }
    />
  );
}
