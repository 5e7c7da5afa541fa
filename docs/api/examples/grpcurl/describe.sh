grpcurl -plaintext "$HOST" list
grpcurl -plaintext "$HOST" describe uvboard.v1.VoteService.CastVote
grpcurl -plaintext "$HOST" describe uvboard.v1.CastVoteRequest
