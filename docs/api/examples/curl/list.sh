curl -s "$BOARD/api/projects?type=trending&limit=3"
