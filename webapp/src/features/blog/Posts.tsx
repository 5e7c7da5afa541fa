import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Button, SimpleGrid } from "@mantine/core";
import { useRef } from "react";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { Said } from "../../components/search/Said";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { FeaturedPost, PostCard, PostCardSkeleton } from "./PostCard";
import { blogInput } from "./query";
import { type BlogSearch, isFiltered } from "./search";

const skeletons = [1, 2, 3, 4, 5, 6];

/** The stories that match: the first as a featured card, the others in a grid. */
export function Posts({ search, onClear }: { search: BlogSearch; onClear: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(BlogService.method.listBlogPosts, blogInput(search), paging);
  const pages = query.data?.pages;
  const said = pages?.[0];
  const [first, ...others] = pages?.flatMap((page) => page.posts) ?? [];
  // The focused button is removed with its post.
  const onDeleted = () => heading.current?.focus();

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr">
        Stories
      </h2>
      {query.isPending && (
        <Loading>
          <Grid>
            {skeletons.map((n) => (
              <PostCardSkeleton key={n} />
            ))}
          </Grid>
        </Loading>
      )}
      {query.error && !pages ? (
        <ErrorState title="Couldn't load stories" error={query.error} onRetry={query.refetch} />
      ) : null}
      {said && search.q && (
        <Said
          typed={search.q}
          searchedFor={said.searchedFor}
          didYouMean={said.didYouMean}
          link={(q, exact, text) => (
            <TextLink to={paths.stories} search={{ ...search, q, exact: exact ? "yes" : undefined }}>
              {text}
            </TextLink>
          )}
        />
      )}
      {pages && !first && <NothingFound filtered={isFiltered(search)} onClear={onClear} />}
      {first && <FeaturedPost post={first} onDeleted={onDeleted} />}
      {others.length > 0 && (
        <Grid>
          {others.map((post) => (
            <PostCard key={post.id} post={post} onDeleted={onDeleted} />
          ))}
        </Grid>
      )}
      {pages?.map((page, i) => (
        <Likes key={page.posts[0]?.id ?? i} posts={page.posts} />
      ))}
      <LoadMore query={query} what="Posts" end={first && "Coming soon"} />
    </>
  );
}

/** Fetches which of the stories the user likes, in one request for each page of the list. */
function Likes({ posts }: { posts: BlogPost[] }) {
  useVoteSummaries(
    TargetType.BLOG_POST,
    posts.map((post) => post.id),
  );
  return null;
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing={{ base: 32, sm: 40 }}>
      {children}
    </SimpleGrid>
  );
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState
        title="No blog posts found"
        text="Try adjusting your search or filter criteria"
        action={
          <Button variant="filled" onClick={onClear}>
            Clear Filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No blog posts yet"
      text="Check back soon for stories from the community!"
      action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
    />
  );
}
