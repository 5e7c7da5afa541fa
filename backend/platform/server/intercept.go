package server

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/idempotency"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// resolve returns the fault to send to the client for an error. It keeps internal details for the log.
func (info *requestInfo) resolve(ctx context.Context, schema protoreflect.MethodDescriptor, err error) *fault.Fault {
	f, hidden := fault.Resolve(ctx, schema, err)
	switch {
	case f.Kind != fault.KindInternal:
	case store.Unreachable(err):
		f = fault.Unreachable()
	case store.Contended(err):
		f = fault.Concurrent()
	}
	info.fault, info.code = f, f.Code
	if ctx.Err() == context.DeadlineExceeded && time.Since(info.begin) < callTimeout {
		hidden = false // the client set a shorter deadline
	}
	if hidden {
		info.hidden = err
	}
	return f
}

// convertErrors is an interceptor that turns every error and panic of a service into a fault.
func convertErrors(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (response connect.AnyResponse, err error) {
		defer func() {
			if err = infoOf(ctx).refusal(ctx, request.Spec(), err, recover()); err != nil {
				response = nil
			}
		}()
		return next(ctx, request)
	}
}

// refusal returns the error to send to the client for an error or a panic; nil for neither.
func (info *requestInfo) refusal(ctx context.Context, spec connect.Spec, err error, caught any) error {
	if caught == http.ErrAbortHandler {
		panic(caught)
	}
	if caught != nil {
		info.stack = debug.Stack()
		err = fmt.Errorf("panic: %v", caught)
	}
	if err == nil {
		return nil
	}
	return fault.ToConnect(info.resolve(ctx, schemaOf(spec), err))
}

// checkValues is an interceptor that refuses values that no rule of a field can describe, see findBad.
func checkValues(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if message, ok := request.Any().(proto.Message); ok {
			if err := findBad(message, schemaOf(request.Spec())); err != nil {
				return nil, err
			}
		}
		return next(ctx, request)
	}
}

// Times outside these years do not survive a round trip through a database or a Timestamp.
const firstYear, lastYear = 1970, 9998

// findBad returns the fault of the first value in a message that cannot be stored: a NUL character, an enum number
// without a name, or a time out of range.
func findBad(message proto.Message, schema protoreflect.MethodDescriptor) error {
	return protorange.Range(message.ProtoReflect(), func(values protopath.Values) error {
		path := func() string { return fault.FieldPath(schema, strings.TrimPrefix(values.Path[1:].String(), ".")) }
		switch value := values.Index(-1).Value.Interface().(type) {
		case string:
			if strings.IndexByte(value, 0) >= 0 {
				return fault.Invalid(path(), "Text must not contain NUL characters.")
			}
		case protoreflect.EnumNumber:
			if enum := enumOf(values); enum != nil && enum.Values().ByNumber(value) == nil {
				return fault.UnknownValue(path())
			}
		case protoreflect.Message:
			if at, ok := value.Interface().(*timestamppb.Timestamp); ok && (!at.IsValid() || at.AsTime().
				Year() < firstYear || at.AsTime().Year() > lastYear) {
				return fault.Invalid(path(), fmt.Sprintf("The time must be in the years %d to %d.", firstYear,
					lastYear))
			}
		}
		return nil
	})
}

// maxItems is more than the lists of any valid request have in total.
const maxItems = 200

// validator checks a message by its rules. It reports all violations, since a form shows them at its fields, but of a
// message with more than maxItems items only the first, so that a list of 100,000 invalid items costs no more than one.
type validator struct{}

func (validator) Validate(message proto.Message, options ...protovalidate.ValidationOption) error {
	err := protovalidate.Validate(message, append(options, protovalidate.WithFailFast())...)
	if err == nil || hasManyItems(message) {
		return err
	}
	return protovalidate.Validate(message, options...)
}

func hasManyItems(message proto.Message) bool {
	items := 0
	err := protorange.Range(message.ProtoReflect(), func(values protopath.Values) error {
		if kind := values.Index(-1).Step.Kind(); kind == protopath.ListIndexStep || kind == protopath.MapIndexStep {
			items++
		}
		if items > maxItems {
			return protorange.Terminate
		}
		return nil
	})
	return err != nil || items > maxItems
}

// checkFlags is an interceptor that refuses what a connected app says about publishing, see the option people_only.
func checkFlags(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		message, ok := request.Any().(proto.Message)
		if caller := auth.From(ctx); ok && caller != nil && caller.AppID != uuid.Nil {
			method := schemaOf(request.Spec())
			if err := findFlag(message.ProtoReflect(), idempotency.Applies(method)); err != nil {
				return nil, err
			}
		}
		return next(ctx, request)
	}
}

// findFlag returns the fault PEOPLE_ONLY if a message publishes, or says anything but false about it. creates says that
// the call creates something.
func findFlag(message protoreflect.Message, creates bool) error {
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Message() != nil && !field.IsList() && !field.IsMap() && message.Has(field) {
			if err := findFlag(message.Get(field).Message(), creates); err != nil {
				return err
			}
		}
		if isFlag, _ := proto.GetExtension(field.Options(), uvboardv1.E_PeopleOnly).(bool); !isFlag {
			continue
		}
		// An absent flag that can be told from false publishes what is created.
		absent := field.HasPresence() && !message.Has(field)
		switch {
		case creates && (absent || message.Get(field).Bool()):
			return fault.Denied("PEOPLE_ONLY", "A connected app may not publish. Send "+field.JSONName()+
				": false, and let the owner publish it.")
		case !creates && !absent && (field.HasPresence() || message.Get(field).Bool()):
			return fault.Denied("PEOPLE_ONLY", "A connected app may neither publish nor take back. Leave out "+
				field.JSONName()+", and let the owner decide.")
		}
	}
	return nil
}

// enumOf returns the enumeration of the last value, nil if it is not in a field of one.
func enumOf(values protopath.Values) protoreflect.EnumDescriptor {
	step := values.Index(-1).Step
	if step.Kind() == protopath.ListIndexStep {
		step = values.Index(-2).Step
	}
	if step.Kind() != protopath.FieldAccessStep {
		return nil
	}
	return step.FieldDescriptor().Enum()
}

// notePublishAnyway is an interceptor that tells the services whether the caller publishes a key on purpose.
func notePublishAnyway(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if message, ok := request.Any().(proto.Message); ok {
			ctx = secrets.WithRequest(ctx, message)
		}
		return next(ctx, request)
	}
}

// tagReads is an interceptor that gives Connect GETs an ETag, and answers 304 if the client has the same response.
func tagReads(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		response, err := next(ctx, request)
		if err != nil || request.HTTPMethod() != http.MethodGet {
			return response, err
		}
		message, ok := response.Any().(proto.Message)
		if !ok {
			return response, nil
		}
		encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
		if err != nil {
			return nil, fmt.Errorf("compute an ETag: %w", err)
		}
		tag := httpcontent.ETag(encoded)
		if httpcontent.Matches(request.Header().Get("If-None-Match"), tag) {
			return nil, connect.NewNotModifiedError(http.Header{"Etag": {tag}})
		}
		response.Header().Set("Etag", tag)
		return response, nil
	}
}
