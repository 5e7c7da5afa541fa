import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { AliveState, type Project } from "../../gen/uvboard/v1/project_pb";
import { tagLinks, toolLinks } from "../../lib/text/labels";
import { ProjectCover, ProjectLogo } from "../ProjectImage";
import { RelativeTime } from "../RelativeTime";
import { TagList } from "../TagList";
import { VoteControl } from "../vote/VoteControl";
import { AuthorLink } from "./AuthorLink";
import css from "./ProjectCard.module.css";
import { TitleLink } from "./TitleLink";

/** A grid of three cards in a row, or four. `dense` turns the cards into rows on phones. */
export function ProjectGrid({ four, dense, children }: { four?: boolean; dense?: boolean; children: ReactNode }) {
  return (
    <div className={css.grid} data-four={four} data-dense={dense || undefined}>
      {children}
    </div>
  );
}

/** A project in a grid. In the owner's own list, `actions` replace the author. A `note` replaces the tags. */
export function ProjectCard({
  project,
  note,
  actions,
  dense,
  eager,
}: {
  project: Project;
  note?: string;
  actions?: ReactNode;
  dense?: boolean;
  eager?: boolean;
}) {
  return (
    <article className={css.card}>
      <div className={css.image}>
        <ProjectCover project={project} sizes="(max-width: 767px) 80vw, 390px" eager={eager} />
        {dense && (
          <span className={css.rowLogo}>
            <ProjectLogo title={project.title} logo={project.logo} size={88} />
          </span>
        )}
        <RelativeTime at={project.createdAt} className={css.age} />
        <State project={project} />
      </div>
      <h3 className="cut">
        <TitleLink project={project} cover />
      </h3>
      <p className="clamp2">
        <Words project={project} />
      </p>
      {note ? (
        <div className={css.note}>{note}</div>
      ) : (
        <div className={css.tags}>
          <TagList words={project.tags.length > 0 ? tagLinks(project.tags) : toolLinks(project)} max={2} />
        </div>
      )}
      <div className={css.by}>
        {actions ?? <AuthorLink author={project.author} via={project.via} />}
        <VoteControl thing={project} variant="compact" />
      </div>
    </article>
  );
}

/** Why a project is not seen by everybody, or that its link does not answer. */
function State({ project: { isPublic, isAwaiting, isHidden, alive } }: { project: Project }) {
  const text = isPublic ? unanswered[alive?.state ?? 0] : isAwaiting ? "Waiting" : isHidden ? "Hidden" : "Draft";
  return text && <span className={css.draft}>{text}</span>;
}

const unanswered: Partial<Record<AliveState, string>> = { [AliveState.DOWN]: "Down", [AliveState.GONE]: "Gone" };

/** The tagline, and what the description says beyond it: one that was derived begins with it. */
function Words({ project: { tagline, excerpt, description } }: { project: Project }) {
  const text = excerpt || description;
  const rest = text.startsWith(tagline) ? text.slice(tagline.length) : text && ` – ${text}`;
  // Each is isolated from the other's direction.
  return (
    <>
      <bdi className={css.tagline}>{tagline}</bdi>
      <bdi>{rest}</bdi>
    </>
  );
}

/** The loading state of a card, with the same size. */
export function ProjectCardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <div className={css.image}>
        <Skeleton />
      </div>
      <h3>
        <Skeleton width="52%" height={16} my={4} />
      </h3>
      <p>
        <Skeleton height={12} mt={4} mb={8} />
        <Skeleton width="84%" height={12} mb={4} />
      </p>
      <div className={css.tags}>
        <Skeleton width={120} height={24} />
      </div>
      <div className={css.by}>
        <Skeleton width={72} height={12} />
        <Skeleton width={98} height="var(--uv-ctl-sm)" />
      </div>
    </div>
  );
}
