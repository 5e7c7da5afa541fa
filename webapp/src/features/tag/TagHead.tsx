import { Group, Skeleton, Text, Title } from "@mantine/core";
import { IconRss } from "@tabler/icons-react";
import { ButtonExternal } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { Loading } from "../../components/States";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import type { Tag } from "../../gen/uvboard/v1/tag_pb";
import { paths } from "../../lib/page/paths";
import { plural } from "../../lib/text/text";
import type { Kind } from "./queries";
import css from "./Tag.module.css";

/** The name of a tool or a tag, what there is of it, and the buttons that follow it and open its feed. */
export function TagHead({ kind, tag }: { kind: Kind; tag: Tag }) {
  return (
    <header>
      <Group gap={12} className={css.name}>
        <Title>{tag.name}</Title>
        <span className="slug">{kind.toUpperCase()}</span>
      </Group>
      <Text c="dimmed">{counts(tag)}</Text>
      <Group gap="sm" className={css.buttons}>
        <FollowButton type={kind === "tool" ? FollowType.TOOL : FollowType.TAG} id={tag.slug} name={tag.name} />
        <ButtonExternal href={`${paths[kind](tag.slug)}/feed.xml`} variant="subtle" size="sm">
          <IconRss size={16} />
          Feed
        </ButtonExternal>
      </Group>
    </header>
  );
}

/** How many projects there are, and what else there is. */
function counts({ projects, stories, threads, news, followers }: Tag): string {
  return [
    plural(projects, "project"),
    stories > 0 && plural(stories, "story", "stories"),
    threads > 0 && plural(threads, "thread"),
    news > 0 && plural(news, "news article"),
    followers > 0 && plural(followers, "follower"),
  ]
    .filter(Boolean)
    .join(" · ");
}

export function TagHeadSkeleton() {
  return (
    <Loading>
      <Skeleton width={240} height={40} mb={12} />
      <Skeleton width={320} height={16} />
      <Skeleton width={180} height="var(--uv-ctl-sm)" mt="md" />
    </Loading>
  );
}
