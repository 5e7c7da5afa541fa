curl -s "$BOARD/api/projects" -H "Authorization: Bearer $TOKEN" --json '{
  "title": "Pixel Garden",
  "tagline": "A garden that grows with your commits",
  "logo": "https://example.com/logo.png",
  "stage": "mvp",
  "primaryCategory": "developer_tools",
  "vibeTools": ["cursor", "claude"],
  "links": {"repo": "https://example.com/pixel-garden"}
}'
