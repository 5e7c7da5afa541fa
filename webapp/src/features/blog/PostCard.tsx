import { Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { Plate } from "../../components/Plate";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { TagList } from "../../components/TagList";
import { LikeButton } from "../../components/vote/LikeButton";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { nameOf } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { tagLinks } from "../../lib/text/labels";
import { count, plural } from "../../lib/text/text";
import { imageSource, movingImageSource } from "../../lib/upload/image";
import css from "./Blog.module.css";
import { PostActions } from "./PostActions";
import { ShareButton } from "./ShareButton";

const shownTags = 3;

/**
 * The cover of a story; without one its plate, or nothing on the page of the story. `sizes` is the displayed width, which must
 * equal the value in the server's preload. Set `eager` for an image above the fold.
 */
export function PostCover({
  post,
  sizes,
  eager,
  moving,
}: {
  post: Pick<BlogPost, "title" | "coverImage">;
  sizes: string;
  eager?: boolean;
  /** On the page of the story, where an animation is not a still image. */
  moving?: boolean;
}) {
  const [failed, setFailed] = useState("");
  const address = post.coverImage;
  if (!address || failed === address) return moving ? null : <Plate title={post.title} />;
  return (
    <img
      width={1280}
      height={800}
      {...(moving ? movingImageSource : imageSource)(address)}
      className={css.cover}
      sizes={sizes}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}

/** The first tags of a story, and the number of the others. */
export function PostTags({ tags }: { tags: string[] }) {
  return <TagList words={tagLinks(tags)} max={shownTags} rest=" more" />;
}

/** The title of a story, which links to it. */
export function PostLink({ post }: { post: Pick<BlogPost, "id" | "url" | "title"> }) {
  return (
    <Link to="/blog/$id" params={{ id: nameOf(post) }} className={css.title}>
      {post.title}
    </Link>
  );
}

/** What a story says first: the author's excerpt, or the beginning of the text. */
const teaser = (post: BlogPost): string => post.excerpt || post.summary;

/** The first story of the list. */
export function FeaturedPost({ post, onDeleted }: { post: BlogPost; onDeleted: () => void }) {
  return (
    <article className={css.featured}>
      <div className={css.image}>
        <PostCover post={post} sizes="(max-width: 767px) 100vw, 416px" eager />
      </div>
      <Stack gap="sm" p="md" align="start" miw={0}>
        <span className="slug">Featured</span>
        <Title order={3} fz="var(--uv-fs-2xl)" lh="var(--uv-lh-2xl)">
          <PostLink post={post} />
        </Title>
        <Text size="sm" className={`${css.by} faint`}>
          <AuthorLink author={post.author} via={post.via} /> · <RelativeTime at={post.createdAt} form="long" /> ·{" "}
          {post.readTimeMinutes} min read
        </Text>
        <Text className="clamp3" c="dimmed" fz={14} lh="22px">
          {teaser(post)}
        </Text>
        <PostTags tags={post.tags} />
        <Group gap="sm" justify="space-between" w="100%" mt="auto" pt="sm">
          <Group gap={4}>
            <LikeButton post={post} />
            <OwnActions post={post} onDeleted={onDeleted} />
          </Group>
          <ButtonLink to="/blog/$id" params={{ id: nameOf(post) }}>
            Read Story
          </ButtonLink>
        </Group>
      </Stack>
    </article>
  );
}

/** A story in the grid. */
export function PostCard({ post, onDeleted }: { post: BlogPost; onDeleted: () => void }) {
  return (
    <article className={css.card}>
      <PostCover post={post} sizes="(max-width: 767px) 100vw, 384px" />
      <Text size="sm" className={`${css.by} faint`} mt={10}>
        <AuthorLink author={post.author} via={post.via} /> · <RelativeTime at={post.createdAt} /> ·{" "}
        {post.readTimeMinutes} min read
      </Text>
      <h3>
        <PostLink post={post} />
      </h3>
      <p className="clamp3">{teaser(post)}</p>
      {post.tags.length > 0 && <PostTags tags={post.tags} />}
      <Group gap={4} className={css.actions}>
        <LikeButton post={post} />
        <CommentCount post={post} />
        <ShareButton post={post} />
        <OwnActions post={post} onDeleted={onDeleted} />
        <ButtonLink
          to="/blog/$id"
          params={{ id: nameOf(post) }}
          size="sm"
          variant="subtle"
          ml="auto"
          mr={-12}
          aria-label={`Read More: ${post.title}`}
        >
          Read More
        </ButtonLink>
      </Group>
    </article>
  );
}

/** Edit and delete, for the author in lists. Buttons with icons, since the row is short. */
function OwnActions({ post, onDeleted }: { post: BlogPost; onDeleted: () => void }) {
  const { user } = useSession();
  if (user?.id !== post.userId) return null;
  return <PostActions post={post} icons onDeleted={onDeleted} />;
}

function CommentCount({ post }: { post: BlogPost }) {
  return (
    <Link
      to="/blog/$id"
      params={{ id: nameOf(post) }}
      hash="comments"
      className={css.comments}
      aria-label={plural(post.commentsCount, "comment")}
    >
      <IconMessage size={16} />
      <span className="num">{count(post.commentsCount)}</span>
    </Link>
  );
}

/** The loading state of a card, with the same size. */
export function PostCardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <Skeleton className={css.cover} h="auto" />
      <Skeleton width="60%" height={12} mt={14} mb={4} />
      <h3>
        <Skeleton width="72%" height={16} my={4} />
      </h3>
      <p>
        <Skeleton height={12} mt={4} mb={8} />
        <Skeleton height={12} mb={8} />
        <Skeleton width="84%" height={12} mb={4} />
      </p>
      <Skeleton width={160} height={24} />
      <Group className={css.actions}>
        <Skeleton width={200} height="var(--uv-ctl-sm)" />
      </Group>
    </div>
  );
}
