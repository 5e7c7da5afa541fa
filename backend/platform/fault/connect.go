package fault

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	uvboardv1 "uvboard/gen/uvboard/v1"
)

// The sentence of every failure whose cause is ours to know and not the caller's.
const internalMessage = "Something went wrong. Please try again."

var connectCodes = map[Kind]connect.Code{
	KindInternal:         connect.CodeInternal,
	KindInvalid:          connect.CodeInvalidArgument,
	KindUnauthenticated:  connect.CodeUnauthenticated,
	KindDenied:           connect.CodePermissionDenied,
	KindNotFound:         connect.CodeNotFound,
	KindConflict:         connect.CodeAlreadyExists,
	KindTooLarge:         connect.CodeResourceExhausted,
	KindUnsupportedMedia: connect.CodeInvalidArgument,
	KindRateLimited:      connect.CodeResourceExhausted,
	KindUnavailable:      connect.CodeUnavailable,
}

// Resolve turns the error of a call into the fault its caller is told about, and says whether the error itself is
// worth a line in the log because the fault hides it. Schema is the method called, for the names of its fields; it may be nil.
func Resolve(ctx context.Context, schema protoreflect.MethodDescriptor, err error) (f *Fault, hidden bool) {
	if f := Of(err); f != nil {
		return f, f.Kind == KindInternal
	}
	if invalid, ok := errors.AsType[*protovalidate.ValidationError](err); ok {
		return fromViolations(invalid.Violations, schema), false
	}
	// Drivers report an ended context in words of their own, so the context is asked and not the error.
	switch ctx.Err() {
	case context.Canceled:
		return Cancelled(), false
	case context.DeadlineExceeded:
		return TooSlow(), true
	}
	if connectErr, ok := errors.AsType[*connect.Error](err); ok {
		return FromConnect(connectErr)
	}
	return Internal(), true
}

// ToConnect writes a fault as an error that every protocol of Connect can carry.
func ToConnect(f *Fault) *connect.Error {
	code, ok := connectCodes[f.Kind]
	if !ok {
		code = connect.CodeInternal
	}
	switch f.Code {
	case codeCancelled:
		code = connect.CodeCanceled
	case codeTooSlow:
		code = connect.CodeDeadlineExceeded
	case codeUnimplemented:
		code = connect.CodeUnimplemented
	}
	err := connect.NewError(code, errors.New(f.Message))
	// A message of three plain fields always encodes; the text alone would still be a usable error.
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

// RetryAfterSeconds is RetryAfter in whole seconds, rounded up, so that waiting that long is long enough.
func (f *Fault) RetryAfterSeconds() int32 {
	return int32(min(math.Ceil(f.RetryAfter.Seconds()), float64(24*time.Hour/time.Second)))
}

// FromConnect reads an error that is Connect's already: one that ToConnect made, one of Connect's own protocol checks,
// or one made by hand. It says whether the fault hides what the error told.
func FromConnect(err *connect.Error) (*Fault, bool) {
	for _, detail := range err.Details() {
		if value, valueErr := detail.Value(); valueErr == nil {
			if d, ok := value.(*uvboardv1.ErrorDetail); ok {
				return &Fault{
					Kind: kindOf(err.Code(), d.GetCode()), Code: d.GetCode(), Message: err.Message(), Fields: d.GetFields(),
					RetryAfter: time.Duration(d.GetRetryAfter()) * time.Second,
				}, false
			}
		}
	}
	word := strings.ToUpper(err.Code().String())
	switch kind := kindOf(err.Code(), ""); {
	case err.Code() == connect.CodeCanceled:
		return Cancelled(), false
	case err.Code() == connect.CodeDeadlineExceeded:
		return TooSlow(), true
	case err.Code() == connect.CodeUnimplemented:
		return Unimplemented(), false
	case kind == KindInternal:
		return Internal(), true
	default:
		return &Fault{Kind: kind, Code: word, Message: err.Message()}, false
	}
}

func kindOf(code connect.Code, word string) Kind {
	switch word {
	case codeTooLarge:
		return KindTooLarge
	case codeUnsupportedMedia:
		return KindUnsupportedMedia
	}
	switch code {
	case connect.CodeInvalidArgument, connect.CodeOutOfRange, connect.CodeFailedPrecondition:
		return KindInvalid
	case connect.CodeUnauthenticated:
		return KindUnauthenticated
	case connect.CodePermissionDenied:
		return KindDenied
	case connect.CodeNotFound, connect.CodeUnimplemented:
		return KindNotFound
	case connect.CodeAlreadyExists, connect.CodeAborted:
		return KindConflict
	case connect.CodeResourceExhausted:
		return KindRateLimited
	case connect.CodeUnavailable, connect.CodeCanceled, connect.CodeDeadlineExceeded:
		return KindUnavailable
	default:
		return KindInternal
	}
}

// fromViolations takes the sentence of the first violation for the whole.
func fromViolations(violations []*protovalidate.Violation, schema protoreflect.MethodDescriptor) *Fault {
	f := &Fault{Kind: KindInvalid, Code: codeValidationFailed, Fields: make(map[string]string, len(violations))}
	for _, violation := range violations {
		path := FieldPath(schema, violationNames(violation.Proto)...)
		message := violation.Proto.GetMessage()
		// Rules without a sentence of their own speak of "value" or begin in the middle of one.
		if message == "" || message[0] >= 'a' && message[0] <= 'z' {
			message = "The value of " + path + " " + strings.TrimPrefix(message, "value ") + "."
		}
		if f.Message == "" {
			f.Message = message
		}
		if _, said := f.Fields[path]; path != "" && !said {
			f.Fields[path] = message
		}
	}
	if f.Message == "" {
		f.Message = "The request is not valid."
	}
	return f
}

// violationNames leads to the field at fault. A rule of a whole message has no field of its own; its id is the path then.
func violationNames(violation *validate.Violation) []string {
	var names []string
	for _, element := range violation.GetField().GetElements() {
		name := element.GetFieldName()
		if index, ok := element.GetSubscript().(*validate.FieldPathElement_Index); ok {
			name += "[" + strconv.FormatUint(index.Index, 10) + "]"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		names = strings.Split(violation.GetRuleId(), ".")
	}
	return names
}

// FieldPath joins the proto names on the way to a field of a method's request into the path callers know it by, in
// camelCase. It speaks of the object itself: a leading body field is left out, since a form or a script sends the object
// and not the request around it, and so is the `values` of a list that can be absent. Schema may be nil.
func FieldPath(schema protoreflect.MethodDescriptor, names ...string) string {
	if body := bodyField(schema); len(names) > 1 && names[0] == body {
		names = names[1:]
	}
	var b strings.Builder
	for i, name := range names {
		bare, index, _ := strings.Cut(name, "[")
		if i > 0 && bare != "values" {
			b.WriteByte('.')
		}
		if i == 0 || bare != "values" {
			b.WriteString(camelCase(bare))
		}
		if index != "" {
			b.WriteString("[" + index)
		}
	}
	return b.String()
}

func camelCase(snake string) string {
	var b strings.Builder
	upper := false
	for _, r := range snake {
		switch {
		case r == '_':
			upper = true
		case upper && r >= 'a' && r <= 'z':
			b.WriteRune(r - 'a' + 'A')
			upper = false
		default:
			b.WriteRune(r)
			upper = false
		}
	}
	return b.String()
}

// bodyField is the field of a method's request that its documented HTTP body fills, if any.
func bodyField(schema protoreflect.MethodDescriptor) string {
	if schema == nil {
		return ""
	}
	rule, _ := proto.GetExtension(schema.Options(), annotations.E_Http).(*annotations.HttpRule)
	if rule.GetBody() == "*" {
		return ""
	}
	return rule.GetBody()
}
