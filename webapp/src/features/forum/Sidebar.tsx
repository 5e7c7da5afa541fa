import { useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Box, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Avatar } from "../../components/Avatar";
import { Boundary } from "../../components/Boundary";
import { authorName } from "../../components/forum/text";
import { LoadMore } from "../../components/LoadMore";
import { Loading, SideEmpty, SideError } from "../../components/States";
import type { ForumChannel } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { count, plural } from "../../lib/text/text";
import { tooltip } from "../../lib/ui/tooltip";
import { useForum } from "./context";
import css from "./Forum.module.css";
import { useChannels } from "./queries";

/** The channels, the counts of the forum and, where there is no third column, what would be in it. */
export function Sidebar({ current }: { current: string | undefined }) {
  return (
    <div className={css.column}>
      <Box hiddenFrom="lg">
        <SearchForum channelId={current} />
      </Box>
      <Boundary>
        <Channels current={current} />
      </Boundary>
      <Boundary>
        <Stats />
      </Boundary>
      <Box hiddenFrom="lg">
        <Boundary>
          <ActiveVibers />
        </Boundary>
      </Box>
    </div>
  );
}

function Heading({ id, children }: { id?: string; children: string }) {
  return (
    <Text component="h2" id={id} fw="var(--uv-fw-head)" lh="32px" mb={4}>
      {children}
    </Text>
  );
}

function Channels({ current }: { current: string | undefined }) {
  const id = useId();
  const { status } = useSession();
  const { createChannel } = useForum();
  const { query, channels } = useChannels();
  return (
    <nav aria-labelledby={id}>
      <Group justify="space-between" align="start">
        <Heading id={id}>Channels</Heading>
        <ActionIcon
          size="sm"
          mr={-8}
          aria-label="Create channel"
          {...tooltip(status === "guest" ? "Login to create channels" : undefined)}
          onClick={() => createChannel()}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </Group>
      {query.isPending && <ChannelsSkeleton />}
      {query.error && !channels ? <SideError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {channels?.length === 0 && <SideEmpty text="No channels yet." />}
      {channels && channels.length > 0 && (
        <>
          <ChannelLinks channels={channels.filter(({ projectId }) => !projectId)} current={current} />
          <ChannelLinks title="Projects" channels={channels.filter(({ projectId }) => projectId)} current={current} />
        </>
      )}
      <LoadMore query={query} what="Channels" mt="md" />
    </nav>
  );
}

/** The rooms of the board, or the channels of projects. */
function ChannelLinks({
  title,
  channels,
  current,
}: {
  title?: string;
  channels: ForumChannel[];
  current: string | undefined;
}) {
  if (channels.length === 0) return null;
  return (
    <>
      {title && <h3 className={css.group}>{title}</h3>}
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>
            <Link
              to="/forum/$channelId"
              params={{ channelId: channel.id }}
              className={css.channel}
              activeProps={{}}
              aria-current={channel.id === current ? "page" : undefined}
            >
              <Text fz={14} lh="20px" fw={560} truncate>
                {channel.name}
              </Text>
              {channel.description && (
                <Text className="xs faint" truncate>
                  {channel.description}
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChannelsSkeleton() {
  return (
    <Loading>
      {[1, 2, 3].map((n) => (
        <Box key={n} py={8} aria-hidden="true">
          <Skeleton width="56%" height={12} my={4} />
          <Skeleton width="84%" height={10} my={3} />
        </Box>
      ))}
    </Loading>
  );
}

function Stats() {
  const { data, isPending } = useQuery(ForumService.method.getForumStats, {}, { staleTime: stale.page });
  const stats = data?.stats;
  const figures = [
    ["Channels", stats?.totalChannels],
    ["Threads", stats?.totalThreads],
    ["Posts", stats?.totalPosts],
  ] as const;
  return (
    <section aria-busy={isPending}>
      <Heading>Forum Stats</Heading>
      <dl className={css.stats}>
        {figures.map(([label, n]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {data ? count(n ?? 0) : isPending ? <Skeleton width={32} height={14} my={3} /> : "–"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The field that searches threads and replies: of the channel that is open, or else of all. */
export function SearchForum({ channelId }: { channelId: string | undefined }) {
  const id = useId();
  const navigate = useNavigate();
  const { q = "" } = useSearch({ strict: false });
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>Search Forum</Heading>
      <SearchField
        key={q}
        q={q}
        labelledBy={id}
        onSearch={(next) => {
          const search = { q: next || undefined };
          if (channelId) void navigate({ to: "/forum/$channelId", params: { channelId }, search });
          else void navigate({ to: "/forum", search });
        }}
      />
    </section>
  );
}

function SearchField({ q, labelledBy, onSearch }: { q: string; labelledBy: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <TextInput
          type="search"
          enterKeyHint="search"
          aria-labelledby={labelledBy}
          placeholder="Search threads"
          rightSection={
            <ActionIcon type="submit" size="sm" aria-label="Search">
              <IconSearch size={16} />
            </ActionIcon>
          }
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}

const active = { pageSize: 5 };

export function ActiveVibers() {
  const { data, error, isPending, refetch } = useQuery(UserService.method.listActiveUsers, active);
  return (
    <section>
      <Heading>Active Vibers</Heading>
      {isPending && (
        <Loading>
          {[1, 2, 3].map((n) => (
            <div key={n} className={css.viber}>
              <Skeleton height={24} circle />
              <Skeleton width="64%" height={14} my={11} />
            </div>
          ))}
        </Loading>
      )}
      {error && !data ? <SideError error={error} onRetry={() => void refetch()} /> : null}
      {data?.users.length === 0 && <SideEmpty text="No active users yet" />}
      {data && data.users.length > 0 && (
        <ul>
          {data.users.map((user) => (
            <li key={user.id}>
              <Link to="/profile/$username" params={{ username: user.username }} className={css.viber}>
                <Avatar person={user} size="sm" />
                <div>
                  <Text inherit truncate>
                    {authorName(user, user.id)}
                  </Text>
                  <Text className="xs faint">{plural(user.postCount, "post")}</Text>
                </div>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
