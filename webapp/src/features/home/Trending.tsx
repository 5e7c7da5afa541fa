import { Skeleton } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { MeasuredItem, MeasuredTableRow, Rank } from "../../components/MeasuredRow";
import { ProjectLogo } from "../../components/ProjectImage";
import { ErrorState, Loading } from "../../components/States";
import { Score } from "../../components/vote/Score";
import { VoteTally } from "../../components/vote/VoteControl";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/paths";
import { count } from "../../lib/text";
import type { ListQuery } from "./listQuery";
import { NoProjects } from "./NoProjects";
import css from "./Trending.module.css";

type Column = "upvotes" | "downvotes";

export function Trending({ query }: { query: ListQuery }) {
  const [column, setColumn] = useState<Column>("upvotes");
  const projects = query.data?.projects;
  const ranked = projects?.toSorted((a, b) => b[column] - a[column]) ?? [];
  const full = ranked.length > 0;
  const failed = Boolean(query.error) && !projects;
  return (
    <section aria-labelledby="trending">
      <div className="head">
        <h2 id="trending">Trending Projects</h2>
        {!failed && (
          <span className="slug lit">
            <span className="live">LIVE</span>
          </span>
        )}
      </div>
      {query.isPending && <TrendingSkeleton />}
      {failed ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {projects?.length === 0 && <NoProjects trending />}
      {full && <Board projects={ranked} column={column} onColumn={setColumn} />}
      {full && <ShortList projects={ranked} column={column} />}
      {full && (
        <div className={css.more}>
          <ButtonLink to={paths.explore} search={{ sort: "trending" }} className="hide-small">
            View All Trending Projects
          </ButtonLink>
          <div className="only-small">
            <ButtonLink to={paths.explore} fullWidth>
              View All Projects
            </ButtonLink>
          </div>
        </div>
      )}
    </section>
  );
}

type Ranked = { projects: Project[]; column: Column };

function Board({ projects, column, onColumn }: Ranked & { onColumn: (column: Column) => void }) {
  const leader = projects[0]?.[column] ?? 0;
  const negative = column === "downvotes";
  return (
    <table className={css.board}>
      <colgroup>
        <col style={{ width: 76 }} />
        <col />
        <col style={{ width: 112 }} />
        <col style={{ width: 112 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Project</th>
          <SortHeader column="upvotes" sorted={column} onSort={onColumn}>
            Upvotes
          </SortHeader>
          <SortHeader column="downvotes" sorted={column} onSort={onColumn}>
            Downvotes
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {projects.map((project, i) => (
          <MeasuredTableRow key={project.id} rank={i + 1} value={project[column]} leader={leader} negative={negative}>
            <td>
              <Rank rank={i + 1} negative={negative} />
            </td>
            <td>
              <div className={css.who}>
                <ProjectLogo title={project.title} logo={project.logo} size={48} />
                <div style={{ minWidth: 0 }}>
                  <Link
                    className={`${css.name} cut`}
                    to="/projects/$id"
                    params={{ id: project.id }}
                    data-project={project.id}
                  >
                    {project.title}
                  </Link>
                  <div className="sm quiet cut">{project.tagline}</div>
                </div>
              </div>
            </td>
            <td className={css.right}>
              <VoteTally thing={project} side={VoteType.UPVOTE} />
            </td>
            <td className={css.right}>
              <VoteTally thing={project} side={VoteType.DOWNVOTE} />
            </td>
          </MeasuredTableRow>
        ))}
      </tbody>
    </table>
  );
}

function SortHeader({
  column,
  sorted,
  onSort,
  children,
}: {
  column: Column;
  sorted: Column;
  onSort: (column: Column) => void;
  children: string;
}) {
  return (
    <th scope="col" className={css.right} aria-sort={sorted === column ? "descending" : undefined}>
      <button type="button" onClick={() => onSort(column)}>
        {children}
        {sorted === column && <IconArrowDown size={16} />}
      </button>
    </th>
  );
}

function ShortList({ projects, column }: Ranked) {
  const leader = projects[0]?.[column] ?? 0;
  const negative = column === "downvotes";
  return (
    <ol className={css.list}>
      {projects.map((project, i) => (
        <MeasuredItem key={project.id} rank={i + 1} value={project[column]} leader={leader} negative={negative}>
          <Rank rank={i + 1} negative={negative} />
          <div style={{ minWidth: 0 }}>
            <Link
              className={`${css.name} cut`}
              to="/projects/$id"
              params={{ id: project.id }}
              data-project={project.id}
            >
              {project.title}
            </Link>
            <span className="sm quiet">
              <span className="num">{count(project.upvotes)}</span> {project.upvotes === 1 ? "upvote" : "upvotes"}
            </span>
          </div>
          <span className={css.net}>
            <b>
              <Score project={project} />
            </b>
            <span className="faint xs">net</span>
          </span>
        </MeasuredItem>
      ))}
    </ol>
  );
}

function TrendingSkeleton() {
  return (
    <Loading>
      <div className={css.skeleton} aria-hidden="true">
        {[1, 2, 3].map((n) => (
          <div key={n} className={css.skeletonRow}>
            <Skeleton width={32} height={48} />
            <Skeleton width={48} height={48} />
            <Skeleton width="60%" height={32} />
            <Skeleton width={72} height={32} />
          </div>
        ))}
      </div>
      <div className={css.more}>
        <Skeleton width={200} height="var(--uv-ctl)" />
      </div>
    </Loading>
  );
}
