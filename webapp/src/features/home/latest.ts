import type { NewsArticle } from "../../gen/uvboard/v1/news_pb";

/** The first articles of a list, those of different sources before further ones of the same source. */
export function latest(articles: NewsArticle[], count: number): NewsArticle[] {
  const sources = new Set<string>();
  const first = articles.filter(({ sourceName }) => !sources.has(sourceName) && sources.add(sourceName));
  return [...first, ...articles.filter((article) => !first.includes(article))].slice(0, count);
}
