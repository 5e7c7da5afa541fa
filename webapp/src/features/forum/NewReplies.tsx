import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { arrivedKey } from "../../lib/server/arrived";
import { useSession } from "../../lib/session/session";
import { plural } from "../../lib/text/text";
import css from "./Forum.module.css";

const none: string[] = [];

/** Announces replies that came while the page is open, and goes to the first one that has not been on screen. */
export function NewReplies({ posts, onGoTo }: { posts: ForumPost[]; onGoTo: (postId: string) => void }) {
  const client = useQueryClient();
  const { user } = useSession();
  // No request: live events write the ids into the cache.
  const { data: arrived } = useQuery({ queryKey: arrivedKey, queryFn: () => none, enabled: false, initialData: none });
  const key = posts
    .filter(({ id, userId }) => arrived.includes(id) && userId !== user?.id)
    .map(({ id }) => id)
    .join(" ");
  const ids = useMemo(() => (key === "" ? none : key.split(" ")), [key]);

  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      const shown = entries
        .filter((entry) => entry.isIntersecting)
        .map((entry) => entry.target.id.slice("post-".length));
      if (shown.length === 0) return;
      client.setQueryData<string[]>(arrivedKey, (before = none) => before.filter((id) => !shown.includes(id)));
    });
    for (const id of ids) {
      const element = document.getElementById(`post-${id}`);
      if (element) seen.observe(element);
    }
    return () => seen.disconnect();
  }, [client, ids]);

  const text = ids.length > 0 ? plural(ids.length, "new reply", "new replies") : "";
  return (
    <div role="status" className={css.newReplies}>
      {ids[0] !== undefined && (
        <Button size="sm" variant="filled" onClick={() => onGoTo(ids[0] ?? "")}>
          <IconArrowDown size={16} />
          {text}
        </Button>
      )}
    </div>
  );
}
