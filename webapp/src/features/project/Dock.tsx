import { IconExternalLink } from "@tabler/icons-react";
import { ButtonExternal } from "../../components/Button";
import { VoteControl } from "../../components/vote/VoteControl";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import css from "./Dock.module.css";

/** The vote and the demo at the bottom edge, where the side card has gone below the fold. */
export function Dock({ project }: { project: Project }) {
  return (
    <div className={css.dock} data-open-project>
      <VoteControl thing={project} ask />
      {project.links?.demo && (
        <ButtonExternal href={project.links.demo} variant="solid">
          <IconExternalLink size={16} />
          Open Demo
        </ButtonExternal>
      )}
    </div>
  );
}
