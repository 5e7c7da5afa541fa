grpcurl -plaintext -d '{"topics": [{"list": "LIVE_LIST_PROJECTS"}]}' \
  "$HOST" uvboard.v1.LiveService/Subscribe
