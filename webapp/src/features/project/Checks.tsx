import { AliveState, type Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSession } from "../../lib/session/session";

const loadDays = () => import("./CheckDays").then((file) => file.CheckDays);

/** Whether the links of a project answer. Its code is loaded for projects that have such links. */
export function Checks({ project }: { project: Project }) {
  const { user } = useSession();
  const linked = project.isPublic && Boolean(project.links?.demo || project.links?.repo);
  const own = user?.id === project.userId;
  const needed = linked && (own || project.alive?.checkedAt !== undefined);
  const CheckDays = useLazyComponent(loadDays, needed, () => undefined);
  if (!needed) return null;
  return (
    <section style={{ minHeight: 112 }}>
      <div className="head">
        <h2>Still There?</h2>
      </div>
      {CheckDays && <CheckDays id={project.id} own={own} known={project.alive?.state !== AliveState.UNKNOWN} />}
    </section>
  );
}
