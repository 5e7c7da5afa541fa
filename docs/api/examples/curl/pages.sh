cursor=""
while :; do
  curl -s --get "$BOARD/api/projects" -D headers.txt -w '\n' \
    -d sort=newest -d limit=10 --data-urlencode "cursor=$cursor"
  cursor=$(tr -d '\r' < headers.txt | sed -n 's/^x-next-cursor: //Ip')
  [ -n "$cursor" ] || break
done
rm headers.txt
