import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { useId } from "react";
import { LoadMore } from "../../components/LoadMore";
import { ProjectRow, ProjectRowSkeleton, ProjectRows } from "../../components/project/ProjectRow";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paging } from "../../lib/server/query";
import { count } from "../../lib/text/text";
import { waitingInput } from "./query";

/** All projects that nobody has answered yet. */
export function Waiting() {
  const id = useId();
  const query = useInfiniteQuery(ProjectService.method.listProjects, waitingInput, paging);
  const projects = query.data?.pages.flatMap((page) => page.projects);
  const total = query.data?.pages[0]?.totalSize;
  useVoteSummaries(TargetType.PROJECT, projects?.slice(-100).map((project) => project.id) ?? []);
  return (
    <section aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>Waiting for an answer</h2>
        {total ? <span className="slug">{count(total)}</span> : null}
      </div>
      <Text size="sm" c="dimmed" maw="60ch" mb="md">
        Longest first. You don't need to be given one: open any of them and tell its maker what you think.
      </Text>
      {query.isPending && (
        <Loading>
          <ProjectRows>
            {[1, 2, 3].map((n) => (
              <ProjectRowSkeleton key={n} ranked={false} />
            ))}
          </ProjectRows>
        </Loading>
      )}
      {query.error && !projects ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {projects?.length === 0 && <EmptyState title="Every project has an answer" />}
      {projects && projects.length > 0 && (
        <ProjectRows>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ProjectRows>
      )}
      <LoadMore query={query} what="Projects" mt={32} />
    </section>
  );
}
