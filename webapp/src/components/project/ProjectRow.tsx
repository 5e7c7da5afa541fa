import { Skeleton } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../../lib/paths";
import { count, plural } from "../../lib/text";
import { ProjectLogo } from "../ProjectImage";
import { VoteControl } from "../vote/VoteControl";
import { AuthorLink } from "./AuthorLink";
import css from "./ProjectCard.module.css";

/** A list of projects, one in a row. */
export function ProjectRows({ children }: { children: ReactNode }) {
  return <ol>{children}</ol>;
}

/** A project in a list, with its place where the order is a ranking. */
export function ProjectRow({ project, rank }: { project: Project; rank?: number }) {
  return (
    <li className={rank === undefined ? css.row : `${css.row} ${css.ranked}`}>
      {rank !== undefined && (
        <span className={css.pos}>
          <span className={rank === 1 ? "lit" : undefined}>{rank}</span>
        </span>
      )}
      <ProjectLogo title={project.title} logo={project.logo} size={48} />
      <div style={{ minWidth: 0 }}>
        <Link to="/projects/$id" params={{ id: project.id }} data-project={project.id} className={`${css.name} cut`}>
          {project.title}
        </Link>
        <div className="sm quiet cut">
          by <AuthorLink author={project.author} />
        </div>
      </div>
      <Link
        to={paths.discuss}
        search={{ project: project.id }}
        className={css.comments}
        aria-label={plural(project.commentCount, "comment")}
      >
        <IconMessage size={16} />
        <span className="num">{count(project.commentCount)}</span>
      </Link>
      <VoteControl thing={project} variant="compact" />
    </li>
  );
}

/** Where a row will be, of its exact size. */
export function ProjectRowSkeleton({ ranked }: { ranked: boolean }) {
  return (
    <li className={ranked ? `${css.row} ${css.ranked}` : css.row} aria-hidden="true">
      {ranked && <Skeleton width={20} height={24} />}
      <Skeleton width={48} height={48} />
      <div>
        <Skeleton width={180} height={16} style={{ maxWidth: "100%", margin: "4px 0" }} />
        <Skeleton width={96} height={12} style={{ margin: "4px 0" }} />
      </div>
      <span className={css.comments} />
      <Skeleton width={98} height="var(--uv-ctl-sm)" />
    </li>
  );
}
