curl -s "$BOARD/api/auth/login" -c cookies.txt \
  --json "{\"username\": \"$USERNAME\", \"password\": \"$PASSWORD\"}" > /dev/null
curl -s "$BOARD/api/auth/tokens" -b cookies.txt \
  --json '{"name": "My first script", "expiresInDays": 90}'
rm cookies.txt
