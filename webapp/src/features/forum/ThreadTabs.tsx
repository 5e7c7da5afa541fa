import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ForumThreadSort } from "../../gen/uvboard/v1/forum_pb";
import css from "./Forum.module.css";
import { HideAgents } from "./HideAgents";

const tabs = [
  { sort: undefined, label: "Latest" },
  { sort: "top", label: "Top" },
  { sort: "unanswered", label: "Unanswered" },
] as const;

/** The order that an address asks for. */
export const sortOf = (sort: string | undefined): ForumThreadSort | undefined =>
  sort === "top" ? ForumThreadSort.TOP : sort === "unanswered" ? ForumThreadSort.UNANSWERED : undefined;

/** The orders of the threads of a channel, or of all channels, and whether they have those via agents. */
export function ThreadTabs({ channelId }: { channelId?: string }) {
  const place = channelId ? ({ to: "/forum/$channelId", params: { channelId } } as const) : ({ to: "/forum" } as const);
  return (
    <Group justify="space-between" gap="0 24px">
      <nav aria-label="Order" className={css.tabs}>
        {tabs.map(({ sort, label }) => (
          <Link
            key={label}
            {...place}
            search={sort ? { sort } : {}}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
          >
            {label}
          </Link>
        ))}
      </nav>
      <HideAgents />
    </Group>
  );
}
