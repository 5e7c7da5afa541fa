curl -s --get "$BOARD/api/projects" \
  --data-urlencode "q=writing" -d sort=newest -d limit=3
