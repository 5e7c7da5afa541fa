import { useQuery, useTransport } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { RelativeTime } from "../../components/RelativeTime";
import { SideError } from "../../components/States";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { nameOf } from "../../lib/page/paths";
import { loadLater } from "../../lib/server/first";
import { count, plural } from "../../lib/text/text";
import css from "./Project.module.css";

const shown = 5;

/** The first threads of the project's channel; the section is left out when there are none. */
export function Discussions({ id }: { id: string }) {
  const client = useQueryClient();
  const transport = useTransport();
  useState(() => loadLater(client, transport, ForumService));
  const { data, error, refetch } = useQuery(ForumService.method.listThreads, { projectId: id, pageSize: shown });
  if (data ? data.threads.length === 0 : !error) return null;
  return (
    <section>
      <div className="head">
        <h2>Discussions</h2>
      </div>
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      <ul className={css.rows}>
        {data?.threads.map((thread) => (
          <li key={thread.id}>
            <Link
              to="/forum/thread/$threadId"
              params={{ threadId: nameOf(thread) }}
              className={css.row}
              style={{ gridTemplateColumns: "minmax(0, 1fr) auto" }}
            >
              <div>
                <Text fw={560} inherit truncate>
                  {thread.title}
                </Text>
                <RelativeTime at={thread.createdAt} className="faint xs" />
              </div>
              <span className="num quiet">
                <span aria-hidden="true">{count(thread.replyCount)}</span>
                <span className="sr">{plural(thread.replyCount, "reply", "replies")}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
