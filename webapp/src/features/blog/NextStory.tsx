import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/RelativeTime";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { paging } from "../../lib/server/query";
import { handle } from "../../lib/text/text";
import css from "./Blog.module.css";
import { PostCover } from "./PostCard";
import { blogInput } from "./query";

/** The story that follows in the list, or the newest one; nothing if there is no other. */
export function NextStory({ id }: { id: string }) {
  const { data } = useInfiniteQuery(BlogService.method.listBlogPosts, blogInput({}), paging);
  const posts = data?.pages.flatMap((page) => page.posts) ?? [];
  const at = posts.findIndex((post) => post.id === id);
  const next = posts[at + 1] ?? posts.find((post) => post.id !== id);
  if (!next) return null;
  return (
    <section aria-label="Next story">
      <div className="head">
        <h2>Next Story</h2>
      </div>
      <Link to="/blog/$id" params={{ id: next.id }} className={css.next}>
        <div style={{ overflowWrap: "anywhere" }}>
          <Text fz="var(--uv-fs-xl)" lh="var(--uv-lh-xl)" fw={660} className={css.nextTitle}>
            {next.title}
          </Text>
          <Text className="faint" size="sm" mt={4}>
            {handle(next.author)} · <RelativeTime at={next.createdAt} /> · {next.readTimeMinutes} min read
          </Text>
        </div>
        <PostCover post={next} sizes="200px" />
      </Link>
    </section>
  );
}
