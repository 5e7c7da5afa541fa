import { useQuery } from "@connectrpc/connect-query";
import { Link } from "@tanstack/react-router";
import { ProjectRow, ProjectRows } from "../../components/project/ProjectRow";
import { ErrorState } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { homeInput } from "./queries";

/** The projects that have waited longest for an answer; nothing if all have one. */
export function Waiting() {
  const { data, error, refetch } = useQuery(ProjectService.method.listProjects, homeInput.waiting);
  const projects = data?.projects ?? [];
  useVoteSummaries(
    TargetType.PROJECT,
    projects.map(({ id }) => id),
  );
  if (projects.length === 0 && !error) return null;
  return (
    <section aria-labelledby="waiting">
      <div className="head">
        <h2 id="waiting">Waiting for an answer</h2>
        <Link className="more" to={paths.feedback}>
          Give feedback
        </Link>
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ProjectRows>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ProjectRows>
      )}
    </section>
  );
}
