import { createClient } from "@connectrpc/connect";
import { transport } from "./client.js";
import { TargetType, VoteType } from "./gen/uvboard/v1/vote_pb.js";
import { VoteService } from "./gen/uvboard/v1/vote_service_pb.js";

const { vote } = await createClient(VoteService, transport).castVote({
  targetType: TargetType.PROJECT,
  targetId: process.env.PROJECT,
  voteType: VoteType.UPVOTE,
});
console.log(vote?.counts?.upvotes, "upvotes");
