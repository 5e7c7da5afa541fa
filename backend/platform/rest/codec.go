package rest

import (
	"context"
	"fmt"
	"strconv"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// contentType is what the front calls its codec on the way to a handler; no client may speak it (it is mounted nowhere else).
const contentType = "application/" + codecName

const codecName = "rest"

// codec takes the requests that the front has made, as binary protobuf, and writes answers in their documented JSON.
type codec struct {
	// The field of an answer that is the whole body, by the name of the answer's message.
	responseBody map[protoreflect.FullName]fieldPlan
}

func newCodec(services []protoreflect.ServiceDescriptor) codec {
	c := codec{responseBody: map[protoreflect.FullName]fieldPlan{}}
	for _, service := range services {
		for i := range service.Methods().Len() {
			if field := Answered(service.Methods().Get(i)); field != nil {
				c.responseBody[service.Methods().Get(i).Output().FullName()] = fieldPlanOf(field)
			}
		}
	}
	return c
}

func (codec) Name() string { return codecName }

func (codec) Unmarshal(data []byte, message any) error {
	m, ok := message.(proto.Message)
	if !ok {
		return fmt.Errorf("rest: %T is no protobuf message", message)
	}
	return proto.Unmarshal(data, m)
}

func (c codec) Marshal(message any) ([]byte, error) { return c.MarshalAppend(nil, message) }

// MarshalAppend lets Connect reuse its buffers.
func (c codec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m, ok := message.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("rest: %T is no protobuf message", message)
	}
	reflected := m.ProtoReflect()
	if field, ok := c.responseBody[reflected.Descriptor().FullName()]; ok {
		return appendField(b, &field, reflected), nil
	}
	return appendMessage(b, reflected), nil
}

// pageHeaders is an interceptor that says in headers where a list goes on, since its body is a bare array.
func pageHeaders(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		response, err := next(ctx, request)
		if err != nil {
			return nil, err
		}
		message, ok := response.Any().(proto.Message)
		if !ok {
			return response, nil
		}
		reflected := message.ProtoReflect()
		fields := reflected.Descriptor().Fields()
		if field := fields.ByName("next_page_token"); field != nil {
			if token := reflected.Get(field).String(); token != "" {
				response.Header().Set("X-Next-Cursor", token)
			}
		}
		if field := fields.ByName("total_size"); field != nil && reflected.Has(field) {
			response.Header().Set("X-Total-Count", strconv.FormatInt(reflected.Get(field).Int(), 10))
		}
		return response, nil
	}
}
