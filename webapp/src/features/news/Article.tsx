import { Badge, Group, Skeleton, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { RelativeTime } from "../../components/RelativeTime";
import { TagList } from "../../components/TagList";
import type { NewsArticle } from "../../gen/uvboard/v1/news_pb";
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
export function Article({ article, eager }: { article: NewsArticle; eager: boolean }) {
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
      <div className={css.text}>
        <Title order={2} size="h3" className={css.title}>
          {article.title}
        </Title>
        {article.excerpt && (
          <Text c="dimmed" mt={4} className="clamp3">
            {article.excerpt}
          </Text>
        )}
        <Group gap="md" mt={12}>
          <a className={css.link} href={article.sourceUrl} target="_blank" rel="nofollow noopener noreferrer">
            Read full article
            <VisuallyHidden component="span">: {article.title}</VisuallyHidden>
            <IconExternalLink size={16} aria-hidden="true" />
          </a>
          {article.tags.length > 0 && <TagList words={article.tags} max={4} />}
        </Group>
      </div>
      {article.imageUrl && !failed && (
        <img
          className={css.image}
          src={article.imageUrl}
          alt=""
          width={208}
          height={130}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          // The site of the image is not told which page shows it.
          referrerPolicy="no-referrer"
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
      <div className={css.text}>
        <Skeleton width="64%" height={20} my={4} />
        <Skeleton height={14} mt={10} mb={8} />
        <Skeleton width="82%" height={14} mb={8} />
        <Skeleton width={200} height={20} mt={14} />
      </div>
    </div>
  );
}
