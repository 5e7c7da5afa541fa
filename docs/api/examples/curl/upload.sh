curl -s "$BOARD/api/upload" -H "Authorization: Bearer $TOKEN" -F "file=@$IMAGE"
