package rest

import "google.golang.org/protobuf/proto"

// JSON is a message as REST answers it, for what gives it in another way than as an answer.
func JSON(message proto.Message) []byte { return appendMessage(nil, message.ProtoReflect()) }
