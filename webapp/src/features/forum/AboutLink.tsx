import { Button, Group, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { ErrorState } from "../../components/States";
import { ForumItemType } from "../../gen/uvboard/v1/forum_pb";
import { useSession } from "../../lib/session/session";
import { cut } from "../../lib/text/cut";
import { useSearch } from "./queries";
import { Results, ResultsSkeleton } from "./SearchResults";
import { useNewThread } from "./useNewThread";

const maxQuery = 200;
const maxTitle = 200;

/** The http or https address that a text is; undefined for others, such as javascript: ones. */
export function siteAddress(text: string | undefined): string | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/**
 * Discusses a page of another site, such as a news article: goes to the thread with its title, else offers the threads that
 * mention it and begins a new one.
 */
export function AboutLink({ title, link }: { title: string; link: string }) {
  const navigate = useNavigate();
  const { status } = useSession();
  const goTo = (threadId: string) =>
    void navigate({ to: "/forum/thread/$threadId", params: { threadId }, replace: true });
  const { start, dialog } = useNewThread(undefined, {
    title: cut(title, maxTitle),
    content: `${link}\n\n`,
    onCreated: goTo,
  });
  const q = title.slice(0, maxQuery);
  const query = useSearch(q, "", true);
  const found = query.data?.pages.flatMap((page) => page.results);
  const own = found?.find((one) => one.type === ForumItemType.THREAD && one.title === cut(title, maxTitle))?.threadId;
  const begins = found?.length === 0 && (status === "member" || status === "guest");
  const begun = useRef(false);
  const arrive = useEffectEvent(() => {
    if (own) goTo(own);
    else if (begins && !begun.current) {
      begun.current = true;
      start();
    }
  });
  useEffect(() => {
    if (own || begins) arrive();
  }, [own, begins]);

  if (query.error && !found) {
    return <ErrorState title="Couldn't search" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!found || own) return <ResultsSkeleton />;
  return (
    <>
      <Title order={2} style={{ overflowWrap: "anywhere" }}>{`Discuss “${title}”`}</Title>
      <Text c="dimmed" mt={4}>
        {found.length === 0 ? "Nobody has started a thread about it yet." : "These threads and replies mention it."}
      </Text>
      <Group gap="sm" my="lg">
        <Button variant="filled" onClick={start}>
          <IconPlus size={16} />
          New Thread
        </Button>
        <ButtonExternal href={link}>Read the article</ButtonExternal>
      </Group>
      {found.length > 0 && <Results results={found} words={q.split(/\s+/)} />}
      {dialog}
    </>
  );
}
