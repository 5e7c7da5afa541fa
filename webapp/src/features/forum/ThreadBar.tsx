import { Button, Group, Popover, TextInput, Title } from "@mantine/core";
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowsVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Avatar } from "../../components/Avatar";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { count, handle, plural } from "../../lib/text/text";
import { tooltip } from "../../lib/ui/tooltip";
import css from "./Forum.module.css";
import type { From } from "./queries";

// A thread with more replies has ways to jump, which stay on screen.
const short = 20;

/** How many replies a thread has, who takes part, and the ways to other places in it. */
export function ThreadBar({
  thread,
  participants,
  unread,
  onGoTo,
}: {
  thread: ForumThread;
  participants: Author[];
  /** The place of the first reply that the user has not read. */
  unread: From | undefined;
  onGoTo: (place: From) => void;
}) {
  const long = thread.replyCount > short;
  return (
    <div className={css.bar} data-long={long || undefined}>
      <Title order={3}>{plural(thread.replyCount, "reply", "replies")}</Title>
      {participants.length > 1 && <Participants all={participants} />}
      <Group gap={4} ml="auto" mr={-12} wrap="nowrap">
        {unread && (
          <Button size="sm" variant="subtle" visibleFrom={long ? "sm" : undefined} onClick={() => onGoTo(unread)}>
            <IconArrowDown size={16} />
            Jump to first unread
          </Button>
        )}
        {long && <Jump replies={thread.replyCount} unread={unread} onGoTo={onGoTo} />}
      </Group>
    </div>
  );
}

function Participants({ all }: { all: Author[] }) {
  return (
    <ul className={css.participants} aria-label="Most active in this thread">
      {all.map((author) => (
        <li key={author.id}>
          <Link
            to="/profile/$username"
            params={{ username: author.username }}
            aria-label={handle(author)}
            {...tooltip(handle(author))}
          >
            <Avatar person={author} size="sm" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Jump({
  replies,
  unread,
  onGoTo,
}: {
  replies: number;
  unread: From | undefined;
  onGoTo: (place: From) => void;
}) {
  const [opened, setOpened] = useState(false);
  const go = (place: From) => {
    setOpened(false);
    onGoTo(place);
  };
  return (
    // The focus goes to the reply, and not back to the button.
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={232} trapFocus>
      <Popover.Target>
        <Button size="sm" variant="subtle" onClick={() => setOpened(!opened)}>
          <IconArrowsVertical size={16} />
          Jump
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Place icon={<IconArrowBarToUp size={16} />} onClick={() => go({})}>
          First reply
        </Place>
        {unread && (
          <Place icon={<IconArrowDown size={16} />} onClick={() => go(unread)}>
            First unread
          </Place>
        )}
        <Place icon={<IconArrowBarToDown size={16} />} onClick={() => go({ position: replies })}>
          Newest reply
        </Place>
        <form
          className={css.goTo}
          onSubmit={(event) => {
            event.preventDefault();
            go({ position: Number(new FormData(event.currentTarget).get("position")) });
          }}
        >
          <TextInput
            type="number"
            name="position"
            label={`Reply, 1 to ${count(replies)}`}
            min={1}
            max={replies}
            required
            withAsterisk={false}
          />
          <Button type="submit">Go</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const Place = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) => (
  <Button size="sm" variant="subtle" fullWidth justify="start" onClick={onClick}>
    {icon}
    {children}
  </Button>
);
