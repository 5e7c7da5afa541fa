import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Button, Group, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { PageHead } from "../../components/PageHead";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { Said } from "../../components/search/Said";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { paths } from "../../lib/page/paths";
import { byDay } from "../../lib/text/days";
import { Article, ArticleSkeleton } from "./Article";
import { Chips } from "./Chips";
import { Filters } from "./Filters";
import css from "./News.module.css";
import { newsOptions } from "./queries";
import { isFiltered, type NewsSearch, newsInput } from "./search";

const route = getRouteApi("/news");

/** With this many articles the list ends with a disabled button that says that more are coming. */
const longList = 20;

export function NewsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(NewsService.method.listNews, newsInput(search), newsOptions);
  const said = query.data?.pages[0];
  const articles = query.data?.pages.flatMap((page) => page.articles);
  // The buttons of a page of the list are asked for together.
  const among = new Map(
    query.data?.pages.flatMap((page) => {
      const ids = page.articles.map(({ id }) => id);
      return ids.map((id) => [id, ids] as const);
    }),
  );
  const first = articles?.slice(0, 3).map(({ id }) => id) ?? [];
  const updating = query.isRefetching && !query.isFetchingNextPage;

  // Typing replaces the history entry; a choice adds one.
  const change = (next: NewsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace, resetScroll: false });
  const clear = () => void navigate({ search: {}, resetScroll: false });

  return (
    <div className="wrap page">
      <PageHead title="News" slug="LIVE">
        The latest tech news, updated every 30 minutes.
      </PageHead>
      <Filters search={search} onChange={change} />
      <Chips search={search} onChange={change} onClear={clear} />
      <Group role="status" h={24} mt="md" mb="xs">
        {updating && <Badge>Updating feed...</Badge>}
      </Group>
      {query.isPending && (
        <Loading>
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <ArticleSkeleton key={n} />
          ))}
        </Loading>
      )}
      {query.error && !articles ? (
        <ErrorState level={2} title="Failed to fetch news" error={query.error} onRetry={query.refetch} />
      ) : null}
      {said && search.q && (
        <Said
          typed={search.q}
          searchedFor={said.searchedFor}
          didYouMean={said.didYouMean}
          link={(q, exact, text) => (
            <TextLink to={paths.news} search={{ ...search, q, exact: exact ? "yes" : undefined }}>
              {text}
            </TextLink>
          )}
        />
      )}
      {articles?.length === 0 && <NoArticles filtered={isFiltered(search)} onClear={clear} />}
      {articles &&
        byDay(articles, ({ publishedAt, createdAt }) => publishedAt ?? createdAt, new Date()).map(({ day, items }) => (
          <section key={day + items[0]?.id} className={css.day} aria-label={day}>
            <Title order={2} size="h3" className={css.dayName}>
              {day}
            </Title>
            <div>
              {items.map((article) => (
                <Article
                  key={article.id}
                  article={article}
                  lead={article.id === first[0]}
                  eager={first.includes(article.id)}
                  among={among.get(article.id) ?? []}
                />
              ))}
            </div>
          </section>
        ))}
      <LoadMore
        query={query}
        what="Articles"
        end={articles && articles.length >= longList ? "More articles coming soon" : undefined}
      />
    </div>
  );
}

function NoArticles({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      level={2}
      title="No matching articles found"
      text="Try adjusting your filters or search terms"
      action={
        <Button variant="filled" onClick={onClear}>
          Clear all
        </Button>
      }
    />
  ) : (
    <EmptyState
      level={2}
      title="No news articles available"
      text="Check back soon for the latest tech news!"
      action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
    />
  );
}
