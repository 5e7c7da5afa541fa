grpcurl -plaintext -protoset-out board.binpb "$HOST" describe > /dev/null
npx buf generate board.binpb
npx tsc
