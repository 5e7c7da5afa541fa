# After a 429, curl waits as long as Retry-After says.
curl -s --retry 3 -w '\n%{http_code}\n' "$BOARD/api/projects" \
  -H "Authorization: Bearer $TOKEN" --json '{"title": "P"}'
