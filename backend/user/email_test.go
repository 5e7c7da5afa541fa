package user_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "uvboard/gen/uvboard/v1"
)

// own are the answers that tell members their own address.
var own = map[protoreflect.FullName]bool{
	"uvboard.v1.AccountService.Register": true, "uvboard.v1.AccountService.Login": true, "uvboard.v1.AccountService.GetSession": true,
}

// An answer that has no place for an e-mail address cannot show one.
func TestNoAnswerHasAFieldForEmail(t *testing.T) {
	answers := 0
	protoregistry.GlobalFiles.RangeFilesByPackage(pb.File_uvboard_v1_user_proto.Package(), func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				answers++
				method := service.Methods().Get(j)
				if path := emailIn(method.Output(), map[protoreflect.FullName]bool{}); path != "" && !own[method.FullName()] {
					t.Errorf("%s answers with %s", method.FullName(), path)
				}
			}
		}
		return true
	})
	if answers < 20 {
		t.Errorf("only %d methods were looked at", answers)
	}
	// The search itself must be able to find one.
	if path := emailIn(new(pb.RegisterRequest).ProtoReflect().Descriptor(), map[protoreflect.FullName]bool{}); path != "email" {
		t.Errorf("in a request that has one, found %q", path)
	}
}

// emailIn is the path of a field for an e-mail address in a message or what it holds, or "".
func emailIn(message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) string {
	if seen[message.FullName()] {
		return ""
	}
	seen[message.FullName()] = true
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		if strings.Contains(string(field.Name()), "email") {
			return string(field.Name())
		}
		if held := field.Message(); held != nil {
			if path := emailIn(held, seen); path != "" {
				return string(field.Name()) + "." + path
			}
		}
	}
	return ""
}
