grpcurl -plaintext -d '{"type": "PROJECT_LIST_TYPE_TRENDING", "pageSize": 3}' \
  "$HOST" uvboard.v1.ProjectService/ListProjects
