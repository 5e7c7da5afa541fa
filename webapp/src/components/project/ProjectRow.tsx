import { Box, Skeleton, Text } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../../lib/page/paths";
import { count, plural } from "../../lib/text/text";
import { ProjectLogo } from "../ProjectImage";
import { RelativeTime } from "../RelativeTime";
import { StageTicks } from "../StageTicks";
import { VoteControl } from "../vote/VoteControl";
import { AuthorLink } from "./AuthorLink";
import css from "./ProjectRow.module.css";
import { TitleLink } from "./TitleLink";
import { WhyHere } from "./WhyHere";

/** A list of projects, one in a row. */
export function ProjectRows({ children }: { children: ReactNode }) {
  return <ol className={css.rows}>{children}</ol>;
}

/** A project in a list, with its rank if the list is a ranking. */
export function ProjectRow({ project, rank }: { project: Project; rank?: number }) {
  return (
    <li className={css.row}>
      {rank !== undefined && (
        <Text className="score" fz={26} w={32} flex="none">
          <span className={rank === 1 ? "lit" : undefined}>{rank}</span>
        </Text>
      )}
      <div className={css.body}>
        <ProjectLogo title={project.title} logo={project.logo} size={48} />
        <div className={css.head}>
          <span className={css.title}>
            <TitleLink project={project} cover />
          </span>
          <span className="sm faint cut">
            by <AuthorLink author={project.author} via={project.via} />
          </span>
        </div>
        <p className={`${css.line} sm quiet`}>{project.tagline}</p>
        <div className={`${css.meta} sm quiet`}>
          <StageTicks stage={project.stage} />
          <RelativeTime at={project.createdAt} />
          <Link
            to={paths.discuss}
            search={{ project: project.id }}
            className={css.comments}
            aria-label={plural(project.commentCount, "comment")}
          >
            <IconMessage size={16} />
            <span className="num">{count(project.commentCount)}</span>
          </Link>
        </div>
        <VoteControl thing={project} variant="compact" />
      </div>
      {rank !== undefined && <WhyHere project={project} icon />}
    </li>
  );
}

/** The loading state of a row, with the same size. */
export function ProjectRowSkeleton({ ranked }: { ranked: boolean }) {
  return (
    <li className={css.row} aria-hidden="true">
      {ranked && <Box w={32} />}
      <div className={css.body}>
        <Skeleton width={48} height={48} />
        <div className={css.head}>
          <Skeleton width={140} height={16} my={4} />
          <Skeleton width={96} height={12} my={4} />
        </div>
        <div className={css.line}>
          <Skeleton width="60%" height={12} my={4} />
        </div>
        <div className={css.meta}>
          <Skeleton height={12} my={6} />
        </div>
        <Skeleton width={98} height="var(--uv-ctl-sm)" />
      </div>
    </li>
  );
}
