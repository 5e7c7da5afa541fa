package fault

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	uvboardv1 "uvboard/gen/uvboard/v1"
)

// Resolve converts the error of a call to a fault. Hidden reports that the fault does not tell the cause, so that the
// error must be logged. Schema is the called method, for the names of its fields; it may be nil.
func Resolve(ctx context.Context, schema protoreflect.MethodDescriptor, err error) (f *Fault, hidden bool) {
	if f = Of(err); f == nil {
		f = convert(ctx, schema, err)
	}
	return f, f.Kind == KindInternal || f.Kind == KindDeadlineExceeded
}

func convert(ctx context.Context, schema protoreflect.MethodDescriptor, err error) *Fault {
	if invalid, ok := errors.AsType[*protovalidate.ValidationError](err); ok {
		return fromViolations(invalid.Violations, schema)
	}
	switch ctx.Err() { // database drivers have their own errors for an ended context
	case context.Canceled:
		return Canceled()
	case context.DeadlineExceeded:
		return DeadlineExceeded()
	}
	if connect.CodeOf(err) == connect.CodeUnimplemented { // a method of a service that its handler lacks
		return Unimplemented()
	}
	return Internal()
}

// ToConnect converts a fault to an error that all of Connect's protocols can carry.
func ToConnect(f *Fault) *connect.Error {
	err := connect.NewError(kinds[f.Kind].connect, errors.New(f.Message))
	// Without the detail the error would still be usable, and a message of plain fields always encodes.
	if detail, detailErr := connect.NewErrorDetail(&uvboardv1.ErrorDetail{
		Code: f.Code, Fields: f.Fields, RetryAfter: f.RetryAfterSeconds(),
	}); detailErr == nil {
		err.AddDetail(detail)
	}
	if seconds := f.RetryAfterSeconds(); seconds > 0 {
		err.Meta().Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	return err
}

// fromViolations uses the first violation as the message of the whole fault.
func fromViolations(violations []*protovalidate.Violation, schema protoreflect.MethodDescriptor) *Fault {
	f := &Fault{Kind: KindInvalid, Code: codeValidationFailed, Fields: map[string]string{}}
	for _, violation := range violations {
		path := protovalidate.FieldPathString(violation.Proto.GetField())
		if path == "" { // the id of a message rule is the path of its field
			path = violation.Proto.GetRuleId()
		}
		path = FieldPath(schema, path)
		message := violation.Proto.GetMessage()
		// protovalidate's default message, such as "must be …"
		if message == "" || message[0] >= 'a' && message[0] <= 'z' {
			message = "The value of " + path + " " + strings.TrimPrefix(message, "value ") + "."
		}
		if f.Message == "" {
			f.Message = message
		}
		f.Reject(path, message)
	}
	return f
}

// FieldPath converts the proto path of a request field, such as project.custom_tools.values[2], to the path that
// callers know: customTools[2]. It omits the body field, since REST and forms send only that, and the `values` of a
// list that can be absent. Schema is the called method; it may be nil.
func FieldPath(schema protoreflect.MethodDescriptor, path string) string {
	if schema != nil {
		rule, _ := proto.GetExtension(schema.Options(), annotations.E_Http).(*annotations.HttpRule)
		path = strings.TrimPrefix(path, rule.GetBody()+".")
	}
	path = strings.ReplaceAll(path, ".values[", "[")
	words := strings.Split(path, "_")
	for i, word := range words {
		if i > 0 && word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
