import { Link } from "@tanstack/react-router";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { ErrorState, Loading } from "../../components/States";
import { paths } from "../../lib/paths";
import type { ListQuery } from "./listQuery";
import { NoProjects } from "./NoProjects";

export function Newest({ query }: { query: ListQuery }) {
  const projects = query.data?.projects;
  return (
    <section aria-labelledby="newest">
      <div className="head">
        <h2 id="newest">Newest Projects</h2>
        <Link className="more" to={paths.explore} search={{ sort: "newest" }}>
          View All
        </Link>
      </div>
      {query.isPending && (
        <Loading>
          <ProjectGrid four dense>
            {[1, 2, 3, 4].map((n) => (
              <ProjectCardSkeleton key={n} />
            ))}
          </ProjectGrid>
        </Loading>
      )}
      {query.error && !projects ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {projects?.length === 0 && <NoProjects />}
      {projects && projects.length > 0 && (
        <ProjectGrid four dense>
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} dense />
          ))}
        </ProjectGrid>
      )}
    </section>
  );
}
