curl -s "$BOARD/api/auth/me" -H "Authorization: Bearer $TOKEN"
