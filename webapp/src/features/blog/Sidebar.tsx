import { useQuery } from "@connectrpc/connect-query";
import { Badge, Group, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar";
import { Boundary } from "../../components/Boundary";
import { ButtonLink } from "../../components/ButtonLink";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { count, handle, plural } from "../../lib/text/text";
import css from "./Blog.module.css";
import { PostLink } from "./PostCard";
import { authorsInput, tagsInput } from "./query";
import type { BlogSearch } from "./search";

export function Sidebar({ search, onTag }: { search: BlogSearch; onTag: (tag: string | undefined) => void }) {
  return (
    <aside className="side" aria-label="Write, tags, authors and statistics">
      <Panel title="Share Your Story">
        <Text size="sm" c="dimmed" py="md">
          Tell the community what you built and what you learned.
        </Text>
        <ButtonLink to={paths.newStory} variant="filled">
          Write a Post
        </ButtonLink>
        <Drafts />
      </Panel>
      <Boundary>
        <Tags chosen={search.tag} onTag={onTag} />
      </Boundary>
      <Boundary>
        <Authors />
      </Boundary>
      <Boundary>
        <Stats />
      </Boundary>
    </aside>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <div className="head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}

/** The user's own drafts and hidden stories; only admins see them too. */
function Drafts() {
  const { user } = useSession();
  const { data } = useQuery(
    BlogService.method.listBlogPosts,
    { userId: user?.id ?? "", pageSize: 20 },
    { enabled: user !== undefined },
  );
  const drafts = data?.posts.filter((post) => !post.isPublished || post.isHidden) ?? [];
  if (drafts.length === 0) return null;
  return (
    <div className={css.drafts}>
      <h3>{drafts.some((post) => post.isHidden) ? "Your Drafts and Hidden Stories" : "Your Drafts"}</h3>
      <ul>
        {drafts.map((post) => (
          <li key={post.id}>
            <PostLink post={post} />{" "}
            {post.isHidden && <Badge component="span">{post.isAwaiting ? "Waiting" : "Hidden"}</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Tags({ chosen, onTag }: { chosen: string | undefined; onTag: (tag: string | undefined) => void }) {
  const { data, error, isPending, refetch } = useQuery(BlogService.method.listPopularTags, tagsInput);
  return (
    <Panel title="Popular Tags">
      {isPending && (
        <Loading>
          <Group gap={8} pt="md">
            {[72, 56, 88, 64].map((width) => (
              <Skeleton key={width} width={width} height={28} />
            ))}
          </Group>
        </Loading>
      )}
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      {data?.tags.length === 0 && <SideEmpty text="No tags available yet" />}
      {data && data.tags.length > 0 && (
        <Group gap={8} pt="md">
          {data.tags.map(({ tag, count: n }) => (
            <Badge
              key={tag}
              component="button"
              className={css.tag}
              aria-pressed={chosen === tag}
              onClick={() => onTag(chosen === tag ? undefined : tag)}
            >
              #{tag} <span className="num">{count(n)}</span>
            </Badge>
          ))}
        </Group>
      )}
    </Panel>
  );
}

function Authors() {
  const { data } = useQuery(BlogService.method.listTopAuthors, authorsInput);
  if (!data || data.authors.length === 0) return null;
  return (
    <Panel title="Top Authors">
      <ul className={css.rows}>
        {data.authors.map(
          ({ author, reputation, likesCount }) =>
            author && (
              <li key={author.id}>
                <Link to="/profile/$username" params={{ username: author.username }} className={css.row}>
                  <Avatar person={author} />
                  <div>
                    <Text fw={560} inherit truncate>
                      {handle(author)}
                    </Text>
                    <Text className="faint xs" truncate>
                      {count(reputation)} reputation
                    </Text>
                  </div>
                  <Text className="faint xs" ta="right">
                    {plural(likesCount, "like")}
                  </Text>
                </Link>
              </li>
            ),
        )}
      </ul>
    </Panel>
  );
}

function Stats() {
  const { data, error, refetch } = useQuery(BlogService.method.getBlogStats, {});
  const stats = data?.stats;
  return (
    <Panel title="Reading Stats">
      {!stats && !error && (
        <Text size="sm" c="dimmed" py="lg" role="status">
          Loading stats...
        </Text>
      )}
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      {stats && (
        <dl className={css.stats}>
          <dt>Total Posts</dt>
          <dd>{count(stats.totalPosts)}</dd>
          <dt>Active Authors</dt>
          <dd>{count(stats.totalAuthors)}</dd>
          <dt>Avg. Read Time</dt>
          <dd>{stats.avgReadTime} min</dd>
          <dt>This Week</dt>
          <dd>{count(stats.postsThisWeek)} new</dd>
        </dl>
      )}
    </Panel>
  );
}
