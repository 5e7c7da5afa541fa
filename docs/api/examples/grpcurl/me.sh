grpcurl -plaintext -H "Authorization: Bearer $TOKEN" \
  "$HOST" uvboard.v1.AccountService/GetSession
