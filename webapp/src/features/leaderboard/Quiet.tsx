import { useQuery } from "@connectrpc/connect-query";
import { Group } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { ProjectRow, ProjectRows } from "../../components/project/ProjectRow";
import { EmptyState } from "../../components/States";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { ProjectListType } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { type Period, periodKinds, periodOf, periodPath, periodTitle } from "../../lib/text/period";
import css from "./Leaderboard.module.css";

/**
 * Below a leaderboard with few projects or none: a way to the longer period, and as long as votes count, projects that
 * wait for them.
 */
export function Quiet({ period, isCurrent, ranked }: { period: Period; isCurrent: boolean; ranked: string[] }) {
  const kind = periodKinds[periodKinds.indexOf(period.kind) + 1];
  const longer = kind === undefined ? undefined : periodOf(kind, period.start);
  const title = longer && periodTitle(longer);
  return (
    <>
      {ranked.length === 0 ? (
        <EmptyState
          level={3}
          title={isCurrent ? "No votes yet" : "No votes"}
          text={
            isCurrent
              ? "Vote for a project, and it's first."
              : `Nobody voted ${period.kind === LeaderboardPeriod.DAY ? "on" : "in"} ${periodTitle(period)}.`
          }
          action={
            <>
              {longer && <ButtonLink to={periodPath(longer)}>Top projects of {title}</ButtonLink>}
              <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
            </>
          }
        />
      ) : (
        longer && (
          <Group gap="sm" mt="lg" c="dimmed">
            {isCurrent ? "Few votes so far." : "That was all."}
            <ButtonLink to={periodPath(longer)} size="sm">
              Top projects of {title}
            </ButtonLink>
          </Group>
        )
      )}
      {isCurrent && <Waiting ranked={ranked} />}
    </>
  );
}

/** The newest projects without a vote in the current period. */
function Waiting({ ranked }: { ranked: string[] }) {
  const { data } = useQuery(ProjectService.method.listProjects, { type: ProjectListType.NEWEST, pageSize: 8 });
  const projects = data?.projects.filter(({ id }) => !ranked.includes(id)) ?? [];
  useVoteSummaries(TargetType.PROJECT, projects.map(({ id }) => id).toSorted());
  if (projects.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby="waiting">
      <div className="head">
        <h2 id="waiting">Waiting for Votes</h2>
      </div>
      <ProjectRows>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ProjectRows>
    </section>
  );
}
