token=""
while :; do
  page=$(grpcurl -plaintext \
    -d "{\"sort\": \"PROJECT_SORT_NEWEST\", \"pageSize\": 10, \"pageToken\": \"$token\"}" \
    "$HOST" uvboard.v1.ProjectService/ListProjects)
  echo "$page"
  token=$(echo "$page" | sed -n 's/^  "nextPageToken": "\(.*\)".*/\1/p')
  [ -n "$token" ] || break
done
