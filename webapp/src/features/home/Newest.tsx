import { Link } from "@tanstack/react-router";
import { ProjectCard, ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { ErrorState, Loading } from "../../components/States";
import { paths } from "../../lib/page/paths";
import type { ListQuery } from "./listQuery";
import { NoProjects } from "./NoProjects";

/** The newest projects, after those that are shown for a second day. If these cannot be loaded, the newest are shown alone. */
export function Newest({ query, again }: { query: ListQuery; again: ListQuery }) {
  const projects = query.data?.projects;
  // A quiet board still has them among the newest.
  const second = again.data?.projects.filter(({ id }) => !projects?.some((project) => project.id === id)) ?? [];
  // Nothing is put before cards that are already shown.
  const isPending = query.isPending || again.isPending;
  return (
    <section aria-labelledby="newest">
      <div className="head">
        <h2 id="newest">Newest Projects</h2>
        <Link className="more" to={paths.explore} search={{ sort: "newest" }}>
          View All
        </Link>
      </div>
      {isPending && (
        <Loading>
          <ProjectGrid four dense>
            {[1, 2, 3, 4].map((n) => (
              <ProjectCardSkeleton key={n} />
            ))}
          </ProjectGrid>
        </Loading>
      )}
      {query.error && !projects ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {!isPending && projects?.length === 0 && <NoProjects />}
      {!isPending && projects && projects.length > 0 && (
        <ProjectGrid four={second.length === 0} dense>
          {second.map((project) => (
            <ProjectCard key={project.id} project={project} note="Shown again: no answer yet" dense />
          ))}
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} dense />
          ))}
        </ProjectGrid>
      )}
    </section>
  );
}
