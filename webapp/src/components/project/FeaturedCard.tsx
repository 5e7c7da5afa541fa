import { Skeleton, Stack, Text, Title } from "@mantine/core";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { nameOf } from "../../lib/page/paths";
import { toolLinks } from "../../lib/text/labels";
import { ButtonLink } from "../ButtonLink";
import { ProjectCover } from "../ProjectImage";
import { RelativeTime } from "../RelativeTime";
import { StageTicks } from "../StageTicks";
import { TagList } from "../TagList";
import { VoteControl } from "../vote/VoteControl";
import { AuthorLink } from "./AuthorLink";
import css from "./FeaturedCard.module.css";
import { TitleLink } from "./TitleLink";

/** The featured project at the top of Home. */
export function FeaturedCard({ project }: { project: Project }) {
  return (
    <article className={css.card}>
      <div className={css.image}>
        <ProjectCover project={project} sizes="(max-width: 767px) 80vw, 430px" eager />
      </div>
      <Stack gap="sm" p="md" align="start" miw={0}>
        <StageTicks stage={project.stage} />
        <Title order={3} fz="var(--uv-fs-2xl)" lh="var(--uv-lh-2xl)" lineClamp={2}>
          <TitleLink project={project} cover />
        </Title>
        <Text fw={560} lh="22px" fz={14} lineClamp={2}>
          {project.tagline}
        </Text>
        {project.featuredReason && (
          <Text fz={14} lh="22px" lineClamp={3}>
            Why it's featured: {project.featuredReason}
          </Text>
        )}
        <Text className="clamp3" c="dimmed" fz={14} lh="22px">
          {project.excerpt || project.description}
        </Text>
        <TagList words={toolLinks(project)} max={3} />
      </Stack>
      <div className={css.foot}>
        <Text size="sm" className={`${css.by} faint`}>
          <AuthorLink author={project.author} via={project.via} /> · <RelativeTime at={project.createdAt} form="long" />
        </Text>
        <VoteControl thing={project} />
        <ButtonLink to="/projects/$id" params={{ id: nameOf(project) }}>
          View Project
        </ButtonLink>
      </div>
    </article>
  );
}

/** The loading state of the card, with the same size. */
export function FeaturedCardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <div className={css.image}>
        <Skeleton />
      </div>
      <Stack gap="sm" p="md" align="start" miw={0}>
        <Skeleton width={72} height={16} />
        <Skeleton width="60%" height="var(--uv-lh-2xl)" />
        <Skeleton height={22} />
        <Skeleton height={66} />
        <Skeleton width={180} height={24} />
      </Stack>
      <div className={css.foot}>
        <div className={css.by}>
          <Skeleton width={140} height={20} />
        </div>
        <Skeleton width={108} height="var(--uv-ctl)" />
        <Skeleton width={114} height="var(--uv-ctl)" />
      </div>
    </div>
  );
}
