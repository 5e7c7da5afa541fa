import { ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import css from "./Invitation.module.css";
import { NoProjects } from "./NoProjects";

/** Home without projects: an invitation, and the faint outlines of cards to come. */
export function Invitation() {
  return (
    <section aria-label="Projects">
      <NoProjects trending />
      <div className={css.examples} aria-hidden="true">
        <ProjectGrid dense>
          {[1, 2, 3].map((n) => (
            <ProjectCardSkeleton key={n} />
          ))}
        </ProjectGrid>
      </div>
    </section>
  );
}
