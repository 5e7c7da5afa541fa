import { Badge, Box, Group, Skeleton, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { RelativeTime } from "../../components/RelativeTime";
import { SaveButton } from "../../components/saved/SaveButton";
import { TagList } from "../../components/TagList";
import type { NewsArticle } from "../../gen/uvboard/v1/news_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import css from "./News.module.css";

// The colors of the sources that the product comes with.
const colors: Record<string, string> = {
  "Hacker News": "#ff6600",
  "Dev.to": "#3b49df",
  "TechCrunch AI": "#0a9f4b",
  "The Verge Tech": "#e2127a",
  ArsTechnica: "#ff4e00",
  Wired: "#808080",
};

/** An article. The whole card leads to its site. */
export function Article({ article, eager, among }: { article: NewsArticle; eager: boolean; among: string[] }) {
  const [failed, setFailed] = useState(false);
  const source = article.sourceName || "Unknown Source";
  return (
    <article className={css.article}>
      <Group component="p" gap="xs" className={css.source}>
        <span className={css.mark} style={{ background: colors[source] }} aria-hidden="true" />
        <b>{source}</b>
        <RelativeTime at={article.publishedAt ?? article.createdAt} className="faint" />
        {article.isDemo && <Badge>Demo</Badge>}
      </Group>
      <div>
        <Title order={2} size="h4" className={css.title}>
          {article.title}
        </Title>
        {article.excerpt && (
          <Text size="md" c="dimmed" mt={2} className="clamp2">
            {article.excerpt}
          </Text>
        )}
        {article.tags.length > 0 && (
          <Box mt="xs">
            <TagList words={article.tags} max={3} />
          </Box>
        )}
      </div>
      <div className={css.about}>
        <a className={css.link} href={article.sourceUrl} target="_blank" rel="nofollow noopener noreferrer">
          Read full article
          <VisuallyHidden component="span">: {article.title}</VisuallyHidden>
          <IconExternalLink size={16} aria-hidden="true" />
        </a>
        <SaveButton type={SavedType.NEWS} id={article.id} among={among} name={article.title} />
      </div>
      {article.imageUrl && !failed && (
        <img
          className={css.image}
          src={`/api/news/${article.id}/image`}
          alt=""
          width={128}
          height={80}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </article>
  );
}

/** The loading state of an article without an image. */
export function ArticleSkeleton() {
  return (
    <div className={css.article} aria-hidden="true">
      <div className={css.source}>
        <Skeleton width={112} height={16} my={2} />
      </div>
      <div>
        <Skeleton width="64%" height={17} my={4} />
        <Skeleton width="82%" height={14} mt={8} mb={6} />
        <Skeleton width={96} height={22} />
      </div>
      <div className={css.about}>
        <Skeleton width={120} height={17} my={2} />
      </div>
    </div>
  );
}
