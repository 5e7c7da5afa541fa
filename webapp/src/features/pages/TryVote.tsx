import { Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import voteCss from "../../components/vote/Vote.module.css";
import { VoteButton } from "../../components/vote/VoteButton";
import { nextVote, type VoteState, withVote } from "../../components/vote/voteState";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { count, score } from "../../lib/text/text";
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
  return (
    <Paper withBorder p={{ base: "md", sm: "lg" }} radius="lg">
      <Group justify="space-between">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not a flex item */}
        <span className={voteCss.vote} role="group" aria-label="A vote to try">
          <VoteButton
            side={VoteType.UPVOTE}
            className={voteCss.up}
            aria-pressed={state.userVote === VoteType.UPVOTE}
            aria-label={`Upvote, ${count(state.upvotes)} upvotes`}
            onClick={() => press(VoteType.UPVOTE)}
          >
            {count(state.upvotes)}
          </VoteButton>
          <VoteButton
            side={VoteType.DOWNVOTE}
            className={voteCss.down}
            aria-pressed={state.userVote === VoteType.DOWNVOTE}
            aria-label={`Downvote, ${count(state.downvotes)} downvotes`}
            onClick={() => press(VoteType.DOWNVOTE)}
          />
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
