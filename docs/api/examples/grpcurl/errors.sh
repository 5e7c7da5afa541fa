grpcurl -plaintext -H "Authorization: Bearer $TOKEN" -d '{"project": {"title": "P"}}' \
  "$HOST" uvboard.v1.ProjectService/CreateProject
