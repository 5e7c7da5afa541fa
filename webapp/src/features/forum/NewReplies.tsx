import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { arrivedKey } from "../../lib/arrived";
import { plural } from "../../lib/text";
import css from "./Forum.module.css";

const none: string[] = [];

/** Announces replies that came while the page is open, and goes to the first one that has not been on screen. */
export function NewReplies({ threadId, onGoTo }: { threadId: string; onGoTo: (postId: string) => void }) {
  const client = useQueryClient();
  const { data: ids } = useQuery({ queryKey: arrivedKey(threadId), enabled: false, initialData: none });

  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      const shown = entries
        .filter((entry) => entry.isIntersecting)
        .map((entry) => entry.target.id.slice("post-".length));
      if (shown.length === 0) return;
      client.setQueryData<string[]>(arrivedKey(threadId), (before = none) =>
        before.filter((id) => !shown.includes(id)),
      );
    });
    for (const id of ids) {
      const element = document.getElementById(`post-${id}`);
      if (element) seen.observe(element);
    }
    return () => seen.disconnect();
  }, [client, threadId, ids]);

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
