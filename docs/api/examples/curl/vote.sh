curl -s "$BOARD/api/votes" -H "Authorization: Bearer $TOKEN" \
  --json "{\"targetType\": \"project\", \"targetId\": \"$PROJECT\", \"voteType\": \"upvote\"}"
