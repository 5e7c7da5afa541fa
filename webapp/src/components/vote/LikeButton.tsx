import { Button } from "@mantine/core";
import { IconHeart, IconHeartFilled } from "@tabler/icons-react";
import { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { failureMessage } from "../../lib/server/failure";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { count, plural } from "../../lib/text/text";
import { toastError } from "../../lib/ui/toast";
import { tooltip } from "../../lib/ui/tooltip";
import { useLoginRequired } from "../useLoginRequired";
import css from "./LikeButton.module.css";
import { useVote } from "./useVote";

type Liked = { id: string; userId: string; likesCount: number };

/**
 * The likes of a story or of a comment, which are upvotes. `what` names it, such as "story". `ask` fetches the user's own; lists fetch
 * those of a whole page instead.
 */
export function LikeButton({
  post,
  type = TargetType.BLOG_POST,
  what = "story",
  ask = false,
}: {
  post: Liked;
  type?: TargetType;
  what?: string;
  ask?: boolean;
}) {
  const { user } = useSession();
  const check = useSessionCheck();
  const login = useLoginRequired();
  const action = `like a ${what}`;
  const { state, press } = useVote(
    { type, id: post.id, upvotes: post.likesCount, downvotes: 0 },
    () => login.ask(action),
    ask && user !== undefined,
  );
  const own = user?.id === post.userId;
  const liked = state.userVote === VoteType.UPVOTE;
  const like = () =>
    check(
      async (reader) => {
        if (reader.id !== post.userId) await press(VoteType.UPVOTE);
      },
      () => login.ask(action),
    );
  const Icon = liked ? IconHeartFilled : IconHeart;
  return (
    <>
      <Button
        size="sm"
        className={css.like}
        {...tooltip(own ? `You cannot like your own ${what}` : undefined)}
        aria-label={`Like, ${plural(state.upvotes, "like")}`}
        aria-pressed={liked}
        aria-disabled={own || undefined}
        onClick={() => {
          like().catch((error: unknown) => toastError("Error", failureMessage(error, "Failed to like")));
        }}
      >
        <Icon size={16} />
        <span className="num">{count(state.upvotes)}</span>
      </Button>
      {login.dialog}
    </>
  );
}
