import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Group, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { plural } from "../../lib/text/text";
import css from "./Profile.module.css";

/** The user's stories, newest first. The author and admins also see drafts and hidden ones. */
export function StoriesTab({ userId, own }: { userId: string; own: boolean }) {
  const query = useInfiniteQuery(BlogService.method.listBlogPosts, { userId, pageSize: 20, pageToken: "" }, paging);
  const posts = query.data?.pages.flatMap((page) => page.posts);
  return (
    <>
      <h2 className="sr">Stories</h2>
      {query.isPending && (
        <Loading>
          {[1, 2, 3].map((n) => (
            <div key={n} className={css.story} aria-hidden="true">
              <Skeleton width="40%" height={16} my={4} />
              <Skeleton width="72%" height={12} my={4} />
            </div>
          ))}
        </Loading>
      )}
      {query.error && !posts ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
      {posts?.length === 0 && (
        <EmptyState
          title={own ? "You haven't written any stories yet." : "No stories yet."}
          action={own && <ButtonLink to={paths.newStory}>Write a Post</ButtonLink>}
        />
      )}
      {posts && posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <Story key={post.id} post={post} />
          ))}
        </ul>
      )}
      <LoadMore query={query} what="Stories" mt={40} />
    </>
  );
}

function Story({ post }: { post: BlogPost }) {
  return (
    <li className={css.story}>
      <Group gap={8} align="baseline">
        <Text component={Link} {...({ to: "/blog/$id", params: { id: nameOf(post) } } as object)} fw={600}>
          {post.title}
        </Text>
        {!post.isPublished && <Badge component="span">Draft</Badge>}
        {post.isHidden && <Badge component="span">{post.isAwaiting ? "Waiting" : "Hidden"}</Badge>}
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {post.excerpt || post.summary}
      </Text>
      <Text className="faint xs" mt={4}>
        <RelativeTime at={post.createdAt} /> · {post.readTimeMinutes} min read
        {post.via && ` · via ${post.via}`}
        {post.isPublished && ` · ${plural(post.likesCount, "like")} · ${plural(post.commentsCount, "comment")}`}
      </Text>
    </li>
  );
}
