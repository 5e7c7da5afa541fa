grpcurl -plaintext -H "Authorization: Bearer $TOKEN" \
  -d "{\"targetType\": \"TARGET_TYPE_PROJECT\", \"targetId\": \"$PROJECT\", \"voteType\": \"VOTE_TYPE_UPVOTE\"}" \
  "$HOST" uvboard.v1.VoteService/CastVote
