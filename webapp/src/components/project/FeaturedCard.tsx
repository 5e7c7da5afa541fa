import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { toolNames } from "../../lib/labels";
import { ButtonLink } from "../ButtonLink";
import { ProjectCover } from "../ProjectImage";
import { RelativeTime } from "../RelativeTime";
import { StageTicks } from "../StageTicks";
import { TagList } from "../TagList";
import { VoteControl } from "../vote/VoteControl";
import { AuthorLink } from "./AuthorLink";
import css from "./FeaturedCard.module.css";

/** The one project at the top of the home page. */
export function FeaturedCard({ project }: { project: Project }) {
  return (
    <article className={css.feat}>
      <div className={css.pic}>
        <ProjectCover project={project} sizes="(max-width: 767px) 80vw, 430px" eager />
      </div>
      <div className={css.text}>
        <div>
          <StageTicks stage={project.stage} />
        </div>
        <h3 className={css.title}>
          <Link to="/projects/$id" params={{ id: project.id }} data-project={project.id}>
            {project.title}
          </Link>
        </h3>
        <p className={`${css.description} clamp3`}>{project.excerpt || project.description || project.tagline}</p>
        <TagList words={toolNames(project)} max={3} />
        <p className={`${css.by} sm faint`}>
          <AuthorLink author={project.author} /> · <RelativeTime at={project.createdAt} form="long" />
        </p>
        <div className={css.actions}>
          <VoteControl thing={project} />
          <ButtonLink to="/projects/$id" params={{ id: project.id }}>
            View Project
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}

/** Where it will be, of its exact size. */
export function FeaturedCardSkeleton() {
  return (
    <div className={css.feat} aria-hidden="true">
      <div className={css.pic}>
        <Skeleton />
      </div>
      <div className={css.text}>
        <Skeleton width={72} height={16} style={{ margin: "4px 0" }} />
        <Skeleton width="60%" height="var(--uv-lh-2xl)" />
        <Skeleton width="100%" height={66} />
        <Skeleton width={180} height={24} />
        <Skeleton width={140} height={20} />
        <div className={css.actions}>
          <Skeleton width={108} height="var(--uv-ctl)" />
          <Skeleton width={114} height="var(--uv-ctl)" />
        </div>
      </div>
    </div>
  );
}
