import { Badge, Box, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconExternalLink, IconMessage } from "@tabler/icons-react";
import { useState } from "react";
import { ButtonExternal, ButtonLink } from "../../components/ButtonLink";
import { RelativeTime } from "../../components/RelativeTime";
import { SaveButton } from "../../components/saved/SaveButton";
import { TagList } from "../../components/TagList";
import type { NewsArticle } from "../../gen/uvboard/v1/news_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { paths } from "../../lib/page/paths";
import { initial } from "../../lib/text/text";
import css from "./News.module.css";
import { tools } from "./search";

// The colors of the sources that the product comes with, and whether their letter is dark.
const colors: Record<string, [ground: string, dark: boolean]> = {
  "Hacker News": ["#ff6600", true],
  "Dev.to": ["#3b49df", false],
  "TechCrunch AI": ["#0a9f4b", true],
  "The Verge Tech": ["#e2127a", false],
  ArsTechnica: ["#ff4e00", true],
  Wired: ["#808080", true],
};

/** The first letter of a source, in its color. */
function Mark({ source }: { source: string }) {
  const [background, dark] = colors[source] ?? [];
  return (
    <span className={css.mark} style={{ background }} data-letter={background && (dark ? "dark" : "light")} aria-hidden>
      {initial({ username: source })}
    </span>
  );
}

const toLink = (name: string) => ({ name, to: Object.hasOwn(tools, name) ? paths.tool(name) : paths.tag(name) });

const readFull = "Read full article";

/** An article. Its title leads to its site; the first article of the page, `lead`, is larger and has a button for that too. */
export function Article({
  article,
  lead,
  eager,
  among,
}: {
  article: NewsArticle;
  lead?: boolean;
  eager: boolean;
  among: string[];
}) {
  const [failed, setFailed] = useState(false);
  const source = article.sourceName || "Unknown Source";
  const { title, sourceUrl } = article;
  return (
    <article className={css.article} data-lead={lead || undefined}>
      <div className={css.source}>
        <Mark source={source} />
        <div>
          <b>{source}</b>
          <Group gap={8}>
            <RelativeTime at={article.publishedAt ?? article.createdAt} className="faint" />
            {article.isDemo && <Badge>Demo</Badge>}
          </Group>
        </div>
      </div>
      <div className={css.text}>
        <Title order={3} size={lead ? undefined : "h4"} className={css.title}>
          <a href={sourceUrl} target="_blank" rel="nofollow noopener noreferrer" className={css.link}>
            {title}
          </a>
        </Title>
        {article.excerpt && (
          <Text size={lead ? undefined : "md"} c="dimmed" mt={4} className={lead ? "clamp3" : "clamp2"}>
            {article.excerpt}
          </Text>
        )}
        {article.tags.length > 0 && (
          <Box mt="sm" className={css.above}>
            <TagList words={article.tags.map(toLink)} max={3} />
          </Box>
        )}
        {lead && (
          <ButtonExternal
            href={sourceUrl}
            rel="nofollow noopener noreferrer"
            variant="filled"
            mt="md"
            className={css.above}
            aria-label={`${readFull}: ${title}`}
          >
            {readFull}
            <IconExternalLink size={16} aria-hidden="true" />
          </ButtonExternal>
        )}
      </div>
      <Group gap={4} wrap="nowrap" className={css.actions}>
        <ButtonLink
          to={paths.discuss}
          search={{ about: title, link: sourceUrl }}
          variant="subtle"
          size="sm"
          aria-label={`Discuss ${title}`}
        >
          <IconMessage size={16} aria-hidden="true" />
          Discuss
        </ButtonLink>
        <SaveButton type={SavedType.NEWS} id={article.id} among={among} name={title} />
      </Group>
      {article.imageUrl && !failed && (
        <img
          className={css.image}
          src={`/api/news/${article.id}/image`}
          alt=""
          width={lead ? 320 : 128}
          height={lead ? 200 : 80}
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
        <Skeleton width={32} height={32} />
        <Skeleton width={88} height={14} />
      </div>
      <div className={css.text}>
        <Skeleton width="64%" height={17} my={4} />
        <Skeleton width="82%" height={14} mt={8} mb={6} />
        <Skeleton width={96} height={22} />
      </div>
    </div>
  );
}
