import { Paper } from "@mantine/core";
import { AliveState, type Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";

const loadStillThere = () => import("./StillThere").then((file) => file.StillThere);

/** Says that the link of a project does not answer. Its owner is asked what to do. */
export function Unanswered({ project, own }: { project: Project; own: boolean }) {
  const gone = project.alive?.state === AliveState.GONE;
  const down = project.alive?.state === AliveState.DOWN;
  const StillThere = useLazyComponent(loadStillThere, own && (gone || down), () => undefined);
  if (!project.isPublic || !(gone || down)) return null;
  if (own) return StillThere ? <StillThere project={project} gone={gone} /> : null;
  return (
    <Paper withBorder py="sm" px="md" mb="lg" fz={14} role="note">
      {gone
        ? "This project is gone: its link hasn't answered for 30 days or more."
        : "This project is down: its link hasn't answered for days."}
    </Paper>
  );
}
