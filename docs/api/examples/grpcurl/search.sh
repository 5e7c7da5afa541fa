grpcurl -plaintext \
  -d '{"search": "writing", "sort": "PROJECT_SORT_NEWEST", "pageSize": 3}' \
  "$HOST" uvboard.v1.ProjectService/ListProjects
