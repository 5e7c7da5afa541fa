import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ProjectLogo } from "../../components/ProjectImage";
import { Loading, SideError } from "../../components/States";
import { Score } from "../../components/vote/Score";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { nameOf } from "../../lib/page/paths";
import css from "./Project.module.css";

const shown = 6;

/** Projects of the same primary category; the section is left out when there are none. */
export function Related({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(ProjectService.method.listRelatedProjects, {
    id,
    pageSize: shown,
  });
  if (data?.projects.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>Related Projects</h2>
      </div>
      {isPending && <RelatedSkeleton />}
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className={css.rows}>
          {data.projects.map((project) => (
            <li key={project.id}>
              <Link to="/projects/$id" params={{ id: nameOf(project) }} className={css.row} data-project={project.id}>
                <ProjectLogo title={project.title} logo={project.logo} size={40} />
                <div>
                  <Text fw={560} inherit truncate>
                    {project.title}
                  </Text>
                  <Text truncate className="faint xs">
                    {project.tagline}
                  </Text>
                </div>
                <span className="num quiet">
                  <Score project={project} />
                  <span className="sr"> net votes</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RelatedSkeleton() {
  return (
    <Loading>
      <ul className={css.rows} aria-hidden="true">
        {[1, 2, 3].map((row) => (
          <li key={row} className={css.row}>
            <Skeleton width={40} height={40} />
            <div>
              <Skeleton width="52%" height={12} my={4} />
              <Skeleton width="84%" height={10} my={3} />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  );
}
