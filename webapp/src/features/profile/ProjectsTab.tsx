import { useInfiniteQuery } from "@connectrpc/connect-query";
import { useRef } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { OwnerActions } from "./OwnerActions";

const pageSize = 12;

/** The user's projects. The owner also sees drafts, and can edit and delete each project. */
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
          <ProjectGrid dense={!own}>
            {[1, 2, 3].map((n) => (
              <ProjectCardSkeleton key={n} />
            ))}
          </ProjectGrid>
        </Loading>
      )}
      {query.error && !pages ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {none && <NoProjects own={own} />}
      {pages && !none && (
        <ProjectGrid dense={!own}>
          {pages.map((page, i) => (
            <ProjectsPage
              key={page.projects[0]?.id ?? i}
              projects={page.projects}
              own={own}
              // The focused button is removed with its project.
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ProjectGrid>
      )}
      <LoadMore query={query} what="Projects" mt={40} />
    </>
  );
}

/** One page of the list. The viewer's votes on its projects are loaded with one request. */
function ProjectsPage({ projects, own, onDeleted }: { projects: Project[]; own: boolean; onDeleted: () => void }) {
  // Owners cannot vote on their own projects.
  useVoteSummaries(TargetType.PROJECT, own ? [] : projects.map((project) => project.id));
  return projects.map((project) => (
    <ProjectCard
      key={project.id}
      project={project}
      dense={!own}
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
        // Not filled: each view has one filled button, which is New Project above.
        <ButtonLink to={paths.submit}>Create Your First Project</ButtonLink>
      }
    />
  );
}
