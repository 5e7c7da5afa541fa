import { useQuery } from "@connectrpc/connect-query";
import { SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { Boundary } from "../../../components/Boundary";
import { TextLink } from "../../../components/ButtonLink";
import { ErrorState, Loading } from "../../../components/States";
import type { AdminOverview, AdminWaiting, WeekTrend } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { paths } from "../../../lib/page/paths";
import { stale } from "../../../lib/server/stale";
import { promiseInNumbers } from "../../../lib/text/promise";
import { count, plural } from "../../../lib/text/text";
import type { AdminSearch } from "../search";
import { Demo } from "./Demo";
import css from "./Overview.module.css";
import { Setup } from "./Setup";
import { formatBytes, formatChange } from "./values";

const pollMs = 2000;

/** What is left to set up, what waits for an admin, and how the board grows. */
export function OverviewTab() {
  const { data, error, refetch } = useQuery(
    AdminService.method.getOverview,
    {},
    {
      staleTime: stale.now,
      refetchInterval: ({ state }) => (state.data?.overview?.demo?.isRemoving ? pollMs : false),
    },
  );
  const overview = data?.overview;
  if (!overview) {
    return error ? (
      <ErrorState level={2} title="Couldn't load the overview" error={error} onRetry={refetch} />
    ) : (
      <Loading>
        <Skeleton height={160} mb="lg" />
        <Skeleton height={420} />
      </Loading>
    );
  }
  const left = overview.setup.filter(({ done }) => !done).length;
  return (
    <div className={css.columns}>
      <Part
        title="Setting up"
        aside={left === 0 ? "All done" : `${overview.setup.length - left} of ${overview.setup.length} done`}
      >
        {left > 0 && (
          <Text size="sm" c="dimmed" mb="sm">
            Name, look and registration of the board are in{" "}
            <TextLink to={paths.admin} search={{ tab: "settings" } satisfies AdminSearch}>
              Settings
            </TextLink>
            .
          </Text>
        )}
        <Setup steps={overview.setup} />
      </Part>
      <Stack gap={32}>
        <Part title="Waiting for you">{overview.waiting && <Waiting waiting={overview.waiting} />}</Part>
        <Part title="Last 7 days" aside="against the 7 before">
          <Week week={overview.week} />
        </Part>
        {overview.answers && (
          <Part title="Answers">
            <Text size="sm" c="dimmed">
              {promiseInNumbers(overview.answers)} <TextLink to={paths.feedback}>What waits now</TextLink>
            </Text>
          </Part>
        )}
        <Part title="Storage">
          <Storage overview={overview} />
        </Part>
        {overview.demo && (
          <Part title="Demo content">
            <Demo demo={overview.demo} />
          </Part>
        )}
      </Stack>
    </div>
  );
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {aside && (
          <Text size="sm" c="dimmed">
            {aside}
          </Text>
        )}
      </div>
      <Boundary>{children}</Boundary>
    </section>
  );
}

type Wait = { n: (waiting: AdminWaiting) => number; one: string; many: string; search: AdminSearch };

const waits: Wait[] = [
  { n: (w) => w.cases, one: "open case", many: "open cases", search: { tab: "moderation" } },
  { n: (w) => w.appeals, one: "open appeal", many: "open appeals", search: { tab: "moderation", show: "appeals" } },
  { n: (w) => w.messages, one: "new message", many: "new messages", search: { tab: "contact" } },
  { n: (w) => w.mailFailed, one: "mail given up", many: "mails given up", search: { tab: "mail", show: "failed" } },
  { n: (w) => w.feedsFailing, one: "feed can't be read", many: "feeds can't be read", search: { tab: "news" } },
];

function Waiting({ waiting }: { waiting: AdminWaiting }) {
  const some = waits.filter(({ n }) => n(waiting) > 0);
  if (some.length === 0) return <Text c="dimmed">Nothing waits for you.</Text>;
  return (
    <ul className={css.waits}>
      {some.map(({ n, one, many, search }) => (
        <li key={one}>
          <Link to="/admin" search={search} className={css.wait}>
            <span className={css.number}>{count(n(waiting))}</span>
            {n(waiting) === 1 ? one : many}
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const trends: Record<string, string> = { users: "New members", projects: "Projects", posts: "Posts", votes: "Votes" };

function Week({ week }: { week: WeekTrend[] }) {
  return (
    <SimpleGrid component="dl" m={0} cols={2} spacing={1} className={css.facts}>
      {week.map(({ id, count: now, before }) => (
        <div key={id} className={css.fact}>
          <dt title={id === "posts" ? "Threads, replies and stories" : undefined}>{trends[id] ?? id}</dt>
          <dd>
            {count(now)} <small>{formatChange(now, before)}</small>
          </dd>
        </div>
      ))}
    </SimpleGrid>
  );
}

function Storage({ overview: { storage } }: { overview: AdminOverview }) {
  if (!storage) return null;
  return (
    <SimpleGrid component="dl" m={0} cols={2} spacing={1} className={css.facts}>
      <div className={css.fact}>
        <dt>Database</dt>
        <dd>{formatBytes(storage.databaseBytes)}</dd>
      </div>
      <div className={css.fact}>
        <dt>{plural(storage.uploads, "upload")}</dt>
        <dd>{formatBytes(storage.uploadBytes)}</dd>
      </div>
    </SimpleGrid>
  );
}
