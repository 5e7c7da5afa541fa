import { useMutation } from "@connectrpc/connect-query";
import { Button, Group, Text } from "@mantine/core";
import { IconHeart, IconHeartFilled } from "@tabler/icons-react";
import { useAskToLogin } from "../../components/forum/askToLogin";
import { useForumChange } from "../../components/forum/useForumChange";
import { useVote } from "../../components/vote/useVote";
import type { Review } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { failureMessage } from "../../lib/server/failure";
import { toastError } from "../../lib/ui/toast";

/** What the maker does with feedback of somebody else: thanks, and says whether a review is useful. */
export function FeedbackActions({ post }: { post: ForumPost }) {
  return (
    <>
      <Thank post={post} />
      {post.review && <Useful post={post} review={post.review} />}
    </>
  );
}

/** The maker's upvote. Its author sees it as any other vote. */
function Thank({ post }: { post: ForumPost }) {
  const askToLogin = useAskToLogin();
  const { state, press } = useVote({ type: TargetType.FORUM_POST, ...post }, () => askToLogin("thank for feedback"));
  const thanked = state.userVote === VoteType.UPVOTE;
  const Icon = thanked ? IconHeartFilled : IconHeart;
  const thank = () =>
    press(VoteType.UPVOTE).catch((error: unknown) => toastError("Error", failureMessage(error, "Failed to vote")));
  return (
    <Button
      variant="subtle"
      size="sm"
      aria-pressed={thanked}
      data-tooltip="Your upvote says thank you"
      onClick={() => void thank()}
    >
      <Icon size={16} />
      {thanked ? "Thanked" : "Thank"}
    </Button>
  );
}

function Useful({ post, review }: { post: ForumPost; review: Review }) {
  const changed = useForumChange();
  const set = useMutation(FeedbackService.method.setReviewUseful, {
    onSuccess: changed.posts,
    onError: (error) => toastError("Error", failureMessage(error, "Failed to rate the review")),
  });
  // The choice shows before the answer is there.
  const useful = set.isPending ? set.variables.useful : review.isUseful;
  return (
    <Group gap={8} w="100%" mt={8} role="group" aria-label="Is this review useful?">
      <Text size="sm" c="dimmed">
        Is this review useful?
      </Text>
      {[true, false].map((value) => (
        <Button
          key={String(value)}
          size="sm"
          aria-pressed={useful === value}
          onClick={() => !set.isPending && set.mutate({ id: post.id, useful: value })}
        >
          {value ? "Useful" : "Not useful"}
        </Button>
      ))}
      {useful === undefined && (
        <Text size="sm" className="faint">
          After a week without an answer it counts as useful.
        </Text>
      )}
    </Group>
  );
}
