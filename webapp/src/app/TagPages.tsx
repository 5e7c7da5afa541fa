import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { SimpleGrid, Text } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Boundary } from "../components/Boundary";
import { ButtonLink, TextLink } from "../components/ButtonLink";
import { LoadMore } from "../components/LoadMore";
import { EmptyState, ErrorState, SideError } from "../components/States";
import { useVoteSummaries } from "../components/vote/useVoteSummaries";
import { PostCard } from "../features/blog/PostCard";
import { ThreadList } from "../features/forum/ThreadList";
import { Article, ArticleSkeleton } from "../features/news/Article";
import { type Kind, newsOf, storiesOf, threadsOf } from "../features/tag/queries";
import type { TagSearch } from "../features/tag/search";
import { TaggedProjects } from "../features/tag/TaggedProjects";
import { TagHead, TagHeadSkeleton } from "../features/tag/TagHead";
import { BlogService } from "../gen/uvboard/v1/blog_service_pb";
import { ForumService } from "../gen/uvboard/v1/forum_service_pb";
import { NewsService } from "../gen/uvboard/v1/news_service_pb";
import type { Tag } from "../gen/uvboard/v1/tag_pb";
import { TagService } from "../gen/uvboard/v1/tag_service_pb";
import { TargetType } from "../gen/uvboard/v1/vote_pb";
import { paths } from "../lib/page/paths";
import { useTitle } from "../lib/page/useTitle";
import { readFailure } from "../lib/server/failure";
import { paging } from "../lib/server/query";
import { useSession } from "../lib/session/session";

const toolRoute = getRouteApi("/tools/$tool");
const tagRoute = getRouteApi("/tags/$tag");

export function ToolPage() {
  const { tool } = toolRoute.useParams();
  const query = useQuery(TagService.method.getTool, { tool });
  return <TagScreen kind="tool" asked={tool} tag={query.data?.tool} query={query} search={toolRoute.useSearch()} />;
}

export function TagPage() {
  const { tag } = tagRoute.useParams();
  const query = useQuery(TagService.method.getTag, { slug: tag });
  return <TagScreen kind="tag" asked={tag} tag={query.data?.tag} query={query} search={tagRoute.useSearch()} />;
}

const words = { tool: "Tool", tag: "Tag" };

/** What everybody can see of a tool or a tag. Its address is replaced if it was asked for by another spelling. */
function TagScreen({
  kind,
  asked,
  tag,
  query: { error, isPending, refetch },
  search,
}: {
  kind: Kind;
  asked: string;
  tag: Tag | undefined;
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  search: TagSearch;
}) {
  const navigate = useNavigate();
  const slug = tag?.slug;
  useEffect(() => {
    if (slug && slug !== asked) void navigate({ to: paths[kind](slug), search: true, replace: true } as never);
  }, [slug, asked, kind, navigate]);
  const notFound = error ? readFailure(error).notFound : false;
  const missing = `${words[kind]} Not Found`;
  useTitle(notFound ? missing : tag?.name);
  if (notFound) {
    return (
      <div className="wrap page">
        <EmptyState
          level={1}
          title={missing}
          text={`Nothing on this board has the ${kind} “${asked}”.`}
          action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
        />
      </div>
    );
  }
  if (error && !tag) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title={`Couldn't load the ${kind}`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className="wrap page stack">
      {isPending && <TagHeadSkeleton />}
      {tag && (
        <>
          <TagHead kind={kind} tag={tag} />
          <div className="stack">
            <TaggedProjects
              kind={kind}
              slug={tag.slug}
              search={search}
              onStage={(stage) =>
                void navigate({ to: ".", search: stage ? { stage } : {}, resetScroll: false } as never)
              }
            />
            <Boundary>
              <Stories slug={tag.slug} />
            </Boundary>
            <Boundary>
              <Threads slug={tag.slug} />
            </Boundary>
            <Boundary>
              <News slug={tag.slug} />
            </Boundary>
          </div>
        </>
      )}
    </div>
  );
}

function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}

/** A section without items: a sentence and what to do next. */
function Nothing({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <Text c="dimmed" py="md">
      {text} <TextLink to={to}>{label}</TextLink>
    </Text>
  );
}

function Stories({ slug }: { slug: string }) {
  const query = useInfiniteQuery(BlogService.method.listBlogPosts, storiesOf(slug), paging);
  const posts = query.data?.pages.flatMap((page) => page.posts);
  useVoteSummaries(TargetType.BLOG_POST, posts?.map(({ id }) => id) ?? []);
  return (
    <Section
      title="Stories"
      more={
        posts &&
        posts.length > 0 && (
          <Link to="/blog" search={{ tag: slug }} className="more">
            All stories
          </Link>
        )
      }
    >
      {query.error && !posts ? <SideError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {posts?.length === 0 && <Nothing text="No stories yet." to={paths.newStory} label="Write the first one" />}
      {posts && posts.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing={{ base: 32, sm: 40 }}>
          {posts.map((post) => (
            <PostCard key={post.id} post={post} onDeleted={() => document.getElementById("stories")?.focus()} />
          ))}
        </SimpleGrid>
      )}
      <LoadMore query={query} what="Stories" />
    </Section>
  );
}

function Threads({ slug }: { slug: string }) {
  const { user } = useSession();
  const query = useInfiniteQuery(ForumService.method.listThreads, threadsOf(slug, user?.hidesAgents), paging);
  return (
    <Section
      title="Threads"
      more={
        <Link to="/forum" className="more">
          Forum
        </Link>
      }
    >
      <ThreadList
        query={query}
        mixed
        empty={<Nothing text="No threads yet." to={paths.discuss} label="Start the first one" />}
      />
    </Section>
  );
}

function News({ slug }: { slug: string }) {
  const query = useInfiniteQuery(NewsService.method.listNews, newsOf(slug), paging);
  const articles = query.data?.pages.flatMap((page) => page.articles);
  const among = articles?.map(({ id }) => id).slice(0, 100) ?? [];
  return (
    <Section
      title="News"
      more={
        <Link to="/news" className="more">
          All news
        </Link>
      }
    >
      {query.isPending && <ArticleSkeleton />}
      {query.error && !articles ? <SideError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {articles?.length === 0 && <Nothing text="No news yet." to={paths.news} label="Read all news" />}
      {articles?.map((article) => (
        <Article key={article.id} article={article} eager={false} among={among} />
      ))}
      <LoadMore query={query} what="Articles" />
    </Section>
  );
}
