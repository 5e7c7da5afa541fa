import { Badge, Group, Highlight, SegmentedControl, Skeleton, Title } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { AuthorName } from "../../components/forum/AuthorName";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { Said } from "../../components/search/Said";
import { ForumItemType, type ForumSearchResult } from "../../gen/uvboard/v1/forum_pb";
import { nameOf } from "../../lib/page/paths";
import css from "./Forum.module.css";
import { useSearch as useResults } from "./queries";

/** What a search found, in the channel or in all channels. */
export function SearchResults({ q, channelId }: { q: string; channelId?: string }) {
  const { scope, exact } = useSearch({ strict: false });
  const navigate = useNavigate();
  const all = scope === "all" || channelId === undefined;
  const query = useResults(q, all ? "" : channelId, exact === "yes");
  const said = query.data?.pages[0];
  const results = query.data?.pages.flatMap((page) => page.results);
  return (
    <>
      <Group justify="space-between" gap="md" mb="md">
        <Title order={2}>{`Results for “${q}”`}</Title>
        {channelId !== undefined && (
          <SegmentedControl
            aria-label="Search in"
            data={[
              { value: "channel", label: "This channel" },
              { value: "all", label: "All channels" },
            ]}
            value={all ? "all" : "channel"}
            onChange={(value) =>
              void navigate({
                to: ".",
                search: (search) => ({ ...search, scope: value === "all" ? "all" : undefined }),
                resetScroll: false,
              })
            }
          />
        )}
      </Group>
      {query.isPending && <ResultsSkeleton />}
      {said && (
        <Said
          typed={q}
          searchedFor={said.searchedFor}
          didYouMean={said.didYouMean}
          link={(other, asTyped, text) => (
            <TextLink to="." search={(now) => ({ ...now, q: other, exact: asTyped ? "yes" : undefined })}>
              {text}
            </TextLink>
          )}
        />
      )}
      {query.error && !results ? (
        <ErrorState title="Couldn't search" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {results?.length === 0 && (
        <EmptyState
          title="No threads or replies match your search"
          text={all ? "Try different words." : "Try different words, or search all channels."}
          action={
            channelId === undefined ? (
              <ButtonLink to="/forum">Clear Search</ButtonLink>
            ) : (
              <ButtonLink to="/forum/$channelId" params={{ channelId }}>
                Clear Search
              </ButtonLink>
            )
          }
        />
      )}
      {results && results.length > 0 && <Results results={results} words={(said?.searchedFor || q).split(/\s+/)} />}
      <LoadMore query={query} what="Results" />
    </>
  );
}

export function Results({ results, words }: { results: ForumSearchResult[]; words: string[] }) {
  return (
    <ul className={css.threads}>
      {results.map((result) => (
        <Result key={result.id} result={result} words={words} />
      ))}
    </ul>
  );
}

function Result({ result, words }: { result: ForumSearchResult; words: string[] }) {
  const reply = result.type === ForumItemType.POST;
  const marked = { highlight: words, highlightStyles: { background: "var(--uv-lamp-soft)", color: "inherit" } };
  return (
    <li className={css.result}>
      <Group gap={6} wrap="nowrap" align="baseline">
        <Link
          to="/forum/thread/$threadId"
          params={{ threadId: nameOf({ id: result.threadId, url: result.url }) }}
          search={{ post: reply ? result.id : undefined }}
          className={css.title}
        >
          <Highlight component="span" inherit {...marked}>
            {result.title}
          </Highlight>
        </Link>
        {reply && <Badge component="span">Reply</Badge>}
      </Group>
      <Highlight size="sm" c="dimmed" mt={2} {...marked}>
        {result.excerpt}
      </Highlight>
      <Group gap={8} mt={4} className="xs faint">
        <AuthorName author={result.author} userId={result.author?.id ?? ""} via={result.via} />
        <RelativeTime at={result.createdAt} form="forum" />
      </Group>
    </li>
  );
}

export function ResultsSkeleton() {
  return (
    <Loading className={css.threads}>
      {[1, 2, 3].map((n) => (
        <div key={n} className={css.result} aria-hidden="true">
          <Skeleton width="48%" height={14} my={5} />
          <Skeleton width="92%" height={12} my={4} />
          <Skeleton width={180} height={10} mt={9} mb={3} />
        </div>
      ))}
    </Loading>
  );
}
