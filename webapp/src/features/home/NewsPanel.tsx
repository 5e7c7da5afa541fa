import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/RelativeTime";
import { Loading, SideEmpty, SideError } from "../../components/States";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { paths } from "../../lib/page/paths";
import { stale } from "../../lib/server/stale";
import { latest } from "./latest";
import css from "./NewsPanel.module.css";
import { homeInput } from "./queries";

const shown = 3;

export function NewsPanel() {
  const { data, error, isPending, refetch } = useQuery(NewsService.method.listNews, homeInput.news, {
    staleTime: stale.news,
  });
  const articles = data?.articles;
  return (
    <section aria-labelledby="news">
      <div className="head">
        <h2 id="news">Latest News</h2>
        <Link className="more" to={paths.news}>
          All news
        </Link>
      </div>
      {isPending && (
        <Loading>
          {Array.from({ length: shown }, (_, n) => n).map((n) => (
            <div key={n} className={css.item}>
              <Skeleton width="88%" height={16} my={2} />
              <Skeleton width={120} height={12} mt={6} mb={2} />
            </div>
          ))}
        </Loading>
      )}
      {error && !articles ? <SideError error={error} onRetry={refetch} /> : null}
      {articles?.length === 0 && <SideEmpty text="No news articles available. Check back soon!" />}
      {articles && articles.length > 0 && (
        <ul>
          {latest(articles, shown).map((article) => (
            <li key={article.id}>
              <a href={article.sourceUrl} target="_blank" rel="nofollow noopener noreferrer" className={css.item}>
                <Text fw={560} fz={14} lh="sm" className={`clamp2 ${css.title}`}>
                  {article.title}
                  <VisuallyHidden component="span"> (opens in a new tab)</VisuallyHidden>
                </Text>
                <Text className="faint xs" truncate mt={2}>
                  {article.sourceName || "Unknown Source"} ·{" "}
                  <RelativeTime at={article.publishedAt ?? article.createdAt} />
                </Text>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
