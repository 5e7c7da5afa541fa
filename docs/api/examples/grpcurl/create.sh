grpcurl -plaintext -H "Authorization: Bearer $TOKEN" -d '{"project": {
  "title": "Pixel Garden",
  "tagline": "A garden that grows with your commits",
  "logo": "https://example.com/logo.png",
  "stage": "STAGE_MVP",
  "primaryCategory": "CATEGORY_DEVELOPER_TOOLS",
  "vibeTools": {"values": ["VIBE_TOOL_CURSOR", "VIBE_TOOL_CLAUDE"]},
  "links": {"repo": "https://example.com/pixel-garden"}
}}' "$HOST" uvboard.v1.ProjectService/CreateProject
