import { Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import voteCss from "../../components/vote/Vote.module.css";
import { nextVote, type VoteState, withVote } from "../../components/vote/voteState";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { count, score } from "../../lib/text";
import { reputationOf, signed } from "./reputation";

const start: VoteState = { upvotes: 12, downvotes: 3, userVote: VoteType.UNSPECIFIED };

/** A vote control that isn't saved. It shows how each click changes the owner's reputation. */
export function TryVote() {
  const [state, setState] = useState(start);
  const [change, setChange] = useState<number>();
  const press = (button: VoteType) => {
    const next = withVote(state, nextVote(state, button));
    setChange(reputationOf(next) - reputationOf(state));
    setState(next);
  };
  const up = state.userVote === VoteType.UPVOTE;
  const down = state.userVote === VoteType.DOWNVOTE;
  return (
    <Paper withBorder p={{ base: "md", sm: "lg" }} radius="lg">
      <Group justify="space-between">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not a flex item */}
        <span className={voteCss.vote} role="group" aria-label="A vote to try">
          <button
            type="button"
            className={voteCss.up}
            aria-pressed={up}
            aria-label={`Upvote, ${count(state.upvotes)} upvotes`}
            onClick={() => press(VoteType.UPVOTE)}
          >
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <path d="M2 11 7 3l5 8z" />
            </svg>
            {count(state.upvotes)}
          </button>
          <button
            type="button"
            className={voteCss.down}
            aria-pressed={down}
            aria-label={`Downvote, ${count(state.downvotes)} downvotes`}
            onClick={() => press(VoteType.DOWNVOTE)}
          >
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <path d="M2 3l5 8 5-8z" />
            </svg>
          </button>
        </span>
        <Group gap={12} align="baseline" role="status">
          <Text size="sm" c="dimmed">
            Reputation
          </Text>
          {change !== undefined && <span className="num">{signed(change)}</span>}
          <Text component="output" className="score" fz={{ base: 40, sm: 48 }} miw="2ch" ta="right">
            {score(reputationOf(state))}
          </Text>
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        Try voting here. Nothing is saved.
      </Text>
    </Paper>
  );
}
