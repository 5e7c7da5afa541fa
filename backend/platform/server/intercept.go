package server

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/store"
)

// resolve returns the fault that the client is told of an error. It keeps what the client must not know for the log.
func (info *requestInfo) resolve(ctx context.Context, schema protoreflect.MethodDescriptor, err error) *fault.Fault {
	f, hidden := fault.Resolve(ctx, schema, err)
	if f.Kind == fault.KindInternal && store.Unreachable(err) {
		f = fault.Unreachable()
	}
	info.code = f.Code
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
		info := infoOf(ctx)
		defer func() {
			if caught := recover(); caught != nil {
				if caught == http.ErrAbortHandler {
					panic(caught)
				}
				info.stack = debug.Stack()
				response, err = nil, fmt.Errorf("panic: %v", caught)
			}
			if err != nil {
				schema, _ := request.Spec().Schema.(protoreflect.MethodDescriptor)
				response, err = nil, fault.ToConnect(info.resolve(ctx, schema, err))
			}
		}()
		return next(ctx, request)
	}
}

// checkText is an interceptor that refuses NUL characters, which no text column can hold, and enum numbers without a name.
func checkText(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if message, ok := request.Any().(proto.Message); ok {
			if names, kind := findBad(message.ProtoReflect(), nil); names != nil {
				schema, _ := request.Spec().Schema.(protoreflect.MethodDescriptor)
				path := fault.FieldPath(schema, strings.Join(names, "."))
				if kind == protoreflect.EnumKind {
					return nil, fault.UnknownValue(path)
				}
				return nil, fault.Invalid(path, "Text must not contain NUL characters.")
			}
		}
		return next(ctx, request)
	}
}

// findBad returns the path to the first text or enum value in a message that checkText refuses, and its kind; nil if there
// is none.
func findBad(message protoreflect.Message, at []string) (names []string, kind protoreflect.Kind) {
	check := func(field protoreflect.FieldDescriptor, value protoreflect.Value, name string) bool {
		here := append(at[:len(at):len(at)], name)
		switch field.Kind() {
		case protoreflect.StringKind:
			if strings.IndexByte(value.String(), 0) >= 0 {
				names, kind = here, protoreflect.StringKind
			}
		case protoreflect.EnumKind:
			if field.Enum().Values().ByNumber(value.Enum()) == nil {
				names, kind = here, protoreflect.EnumKind
			}
		case protoreflect.MessageKind:
			names, kind = findBad(value.Message(), here)
		}
		return names == nil
	}
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		name := string(field.Name())
		switch {
		case field.IsList():
			for i := range value.List().Len() {
				if !check(field, value.List().Get(i), name+"["+strconv.Itoa(i)+"]") {
					return false
				}
			}
			return true
		case field.IsMap():
			value.Map().Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
				return check(field.MapKey(), key.Value(), name) && check(field.MapValue(), value, name)
			})
			return names == nil
		default:
			return check(field, value, name)
		}
	})
	return names, kind
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
