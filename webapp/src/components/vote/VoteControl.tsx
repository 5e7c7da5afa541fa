import { useState } from "react";
import { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { failureMessage } from "../../lib/server/failure";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { count, plural, score } from "../../lib/text/text";
import { toastError } from "../../lib/ui/toast";
import { tooltip } from "../../lib/ui/tooltip";
import { useLoginDialog } from "../useLoginDialog";
import { useVote } from "./useVote";
import css from "./Vote.module.css";
import { VoteButton } from "./VoteButton";

/** The fields of a project that a vote control needs. */
export type Votable = { id: string; userId: string; title: string; upvotes: number; downvotes: number };

/** The state and behavior that all variants share. */
function useControl(thing: Votable, type: TargetType, ask: boolean, loginText?: string) {
  const { status, user } = useSession();
  const login = useLoginDialog();
  const askLogin = (voteType: VoteType) => login.open(loginText, { targetType: type, targetId: thing.id, voteType });
  const [just, setJust] = useState(false);
  const { state, press } = useVote(
    { type, id: thing.id, upvotes: thing.upvotes, downvotes: thing.downvotes },
    askLogin,
    ask && user !== undefined,
  );
  const own = user !== undefined && user.id === thing.userId;

  const check = useSessionCheck();

  const vote = (button: VoteType) =>
    check(
      async (voter) => {
        if (voter.id !== thing.userId) setJust((await press(button)) === VoteType.UPVOTE);
      },
      () => askLogin(button),
    );

  const tip = (button: VoteType) => {
    if (own) return "You cannot vote on your own content";
    if (status !== "guest") return undefined;
    return button === VoteType.UPVOTE ? "Login to upvote" : "Login to downvote";
  };

  const buttonProps = (button: VoteType, label: string) => ({
    side: button,
    ...tooltip(tip(button)),
    "aria-label": label,
    // The keys u and d click the button with this attribute.
    "data-vote": button === VoteType.UPVOTE ? "up" : "down",
    "aria-pressed": state.userVote === button,
    "aria-disabled": own || undefined,
    onClick: () => {
      vote(button).catch((error: unknown) => toastError("Error", failureMessage(error, "Failed to vote")));
    },
  });

  const groupLabel = own ? `Votes on ${thing.title}; it is yours` : `Vote on ${thing.title}`;
  return { state, just, buttonProps, groupLabel, dialog: login.dialog };
}

/**
 * The vote buttons of a target. `default` shows the upvotes on the button, `big` is the same on the target's own page,
 * and `compact` shows the net score between the buttons.
 */
export function VoteControl({
  thing,
  type = TargetType.PROJECT,
  variant = "default",
  ask = false,
  loginText,
}: {
  thing: Votable;
  type?: TargetType;
  variant?: "default" | "big" | "compact";
  /** Fetch the user's vote. Lists fetch the votes of a whole page instead (useVoteSummaries). */
  ask?: boolean;
  /** The text of the login dialog, if the target is not a project. */
  loginText?: string;
}) {
  const { state, just, buttonProps, groupLabel, dialog } = useControl(thing, type, ask, loginText);
  const compact = variant === "compact";
  const ups = `Upvote, ${plural(state.upvotes, "upvote")}`;
  const downs = `Downvote, ${plural(state.downvotes, "downvote")}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box */}
      <span
        className={variant === "default" ? css.vote : `${css.vote} ${css[variant]}`}
        role="group"
        aria-label={groupLabel}
      >
        <VoteButton
          {...buttonProps(VoteType.UPVOTE, compact ? "Upvote" : ups)}
          className={just ? `${css.up} ${css.just}` : css.up}
        >
          {!compact && count(state.upvotes)}
        </VoteButton>
        {compact && <output aria-label="Net score">{score(state.upvotes - state.downvotes)}</output>}
        <VoteButton {...buttonProps(VoteType.DOWNVOTE, compact ? "Downvote" : downs)} className={css.down} />
      </span>
      {/* Outside of the span, whose CSS would apply to the dialog's buttons. */}
      {dialog}
    </>
  );
}

/** One vote button with its count, for a column of a table. */
export function VoteTally({ thing, side }: { thing: Votable; side: VoteType.UPVOTE | VoteType.DOWNVOTE }) {
  const { state, just, buttonProps, dialog } = useControl(thing, TargetType.PROJECT, false);
  const up = side === VoteType.UPVOTE;
  const n = up ? state.upvotes : state.downvotes;
  const label = `${up ? "Upvote" : "Downvote"} ${thing.title}, ${plural(n, up ? "upvote" : "downvote")}`;
  return (
    <>
      <VoteButton
        {...buttonProps(side, label)}
        className={[css.tally, !up && css.tallyDown, just && css.just].filter(Boolean).join(" ")}
      >
        <span>{count(n)}</span>
      </VoteButton>
      {dialog}
    </>
  );
}
