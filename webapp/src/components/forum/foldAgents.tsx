import type { ReactNode } from "react";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { plural } from "../../lib/text/text";
import type { Arranged } from "../reply/arrange";
import css from "./foldAgents.module.css";

type Replies = Arranged<ForumPost>[];
export type Folds = ((post: ForumPost) => boolean) | undefined;

/**
 * Replies as items. Those that `folds` names are behind a line that opens them, together if they follow each other. One that has an answer
 * to read stays, so that the answer has its context.
 */
export function foldAgents(replies: Replies, folds: Folds, render: (reply: Arranged<ForumPost>) => ReactNode) {
  const items: ReactNode[] = [];
  let run: Replies = [];
  const close = () => {
    if (run.length > 0) items.push(<Folded key={`via-${run[0]?.post.id}`} replies={run} render={render} />);
    run = [];
  };
  for (const reply of replies) {
    if (folds && all([reply], folds)) run.push(reply);
    else {
      close();
      items.push(render(reply));
    }
  }
  close();
  return items;
}

const all = (replies: Replies, folds: (post: ForumPost) => boolean): boolean =>
  replies.every(({ post, answers }) => folds(post) && all(answers, folds));

function Folded({ replies, render }: { replies: Replies; render: (reply: Arranged<ForumPost>) => ReactNode }) {
  const posts = replies.flatMap(({ post, answers }) => [post, ...answers.map((answer) => answer.post)]);
  const names = new Set(posts.map(({ via }) => via));
  return (
    <li className={css.folded}>
      <details>
        <summary>
          {plural(posts.length, "reply", "replies")} via {names.size === 1 ? [...names][0] : "agents"} ·{" "}
          <span className={css.show}>Show</span>
          <span className={css.hide}>Hide</span>
        </summary>
        <ol>{replies.map(render)}</ol>
      </details>
    </li>
  );
}
