import { IconExternalLink, IconPencil } from "@tabler/icons-react";
import { ButtonExternal, ButtonLink } from "../../components/ButtonLink";
import { VoteControl } from "../../components/vote/VoteControl";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useSession } from "../../lib/session";
import css from "./Dock.module.css";

/**
 * The vote and the demo at the bottom edge, where the side card has gone below the fold. Makers cannot vote on their
 * own; they edit.
 */
export function Dock({ project }: { project: Project }) {
  const { user } = useSession();
  return (
    <div className={css.dock} data-open-project data-dock>
      {user?.id === project.userId ? (
        <ButtonLink to="/submit-project" search={{ edit: project.id }}>
          <IconPencil size={16} />
          Edit Project
        </ButtonLink>
      ) : (
        <VoteControl thing={project} ask />
      )}
      {project.links?.demo && (
        <ButtonExternal href={project.links.demo} variant="filled">
          <IconExternalLink size={16} />
          Open Demo
        </ButtonExternal>
      )}
    </div>
  );
}
