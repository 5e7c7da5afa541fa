import { useQuery } from "@connectrpc/connect-query";
import { Box, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { RelativeTime } from "../../components/RelativeTime";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { TagList } from "../../components/TagList";
import { Via } from "../../components/Via";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { nameOf, paths } from "../../lib/page/paths";
import { tagLinks } from "../../lib/text/labels";
import { imageSource } from "../../lib/upload/image";
import { homeInput } from "./queries";
import css from "./SidePanels.module.css";

const shownTags = 2;

export function StoriesPanel() {
  const { data, error, isPending, refetch } = useQuery(BlogService.method.listBlogPosts, homeInput.stories);
  const posts = data?.posts;
  return (
    <section aria-labelledby="stories">
      <div className="head">
        <h2 id="stories">Stories</h2>
        <Link className="more" to={paths.stories}>
          All stories
        </Link>
      </div>
      {isPending && <StoriesSkeleton />}
      {error && !posts ? <SideError error={error} onRetry={() => void refetch()} /> : null}
      {posts?.length === 0 && <SideEmpty text="No blog posts yet. Check back soon!" />}
      {posts && posts.length > 0 && (
        <ul>
          {posts.map((post) => (
            <li key={post.id} className={css.story}>
              {post.coverImage && <StoryImage key={post.coverImage} address={post.coverImage} />}
              <div className={css.words}>
                <Text fw={560} fz={14} lh="20px" lineClamp={2}>
                  <Link to="/blog/$id" params={{ id: nameOf(post) }} className={css.title}>
                    {post.title}
                  </Link>
                </Text>
                <Text className="faint xs" truncate>
                  @{post.author?.username || "anonymous"}
                  <Via name={post.via} /> · <RelativeTime at={post.createdAt} />
                </Text>
                {post.tags.length > 0 && (
                  <Box className={css.tags}>
                    <TagList words={tagLinks(post.tags.slice(0, shownTags))} max={shownTags} />
                  </Box>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The cover of a story; nothing without one, so that its words have the width. */
function StoryImage({ address }: { address: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    <img
      {...imageSource(address)}
      className={css.image}
      sizes="72px"
      width={72}
      height={72}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}

function StoriesSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        {[1, 2, 3, 4].map((n) => (
          <div key={n} className={css.story}>
            <Skeleton width={72} height={72} />
            <div className={css.words}>
              <Skeleton width="88%" height={14} my={3} />
              <Skeleton width="52%" height={12} my={4} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
