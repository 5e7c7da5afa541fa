package rest

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// contentType selects codec. Only the gateway's handlers accept it.
const contentType = "application/" + codecName

const codecName = "rest"

// codec reads the binary messages that endpoints make and writes responses as documented JSON.
type codec struct {
	// The field that is the whole response body, by the name of the response message.
	responseBody map[protoreflect.FullName]protoreflect.FieldDescriptor
}

func newCodec(services []protoreflect.ServiceDescriptor) codec {
	c := codec{responseBody: map[protoreflect.FullName]protoreflect.FieldDescriptor{}}
	for _, service := range services {
		for i := range service.Methods().Len() {
			rpc := service.Methods().Get(i)
			if field := Answered(rpc); field != nil {
				c.responseBody[rpc.Output().FullName()] = field
			}
		}
	}
	return c
}

func (codec) Name() string { return codecName }

func (codec) Unmarshal(data []byte, message any) error {
	return proto.Unmarshal(data, message.(proto.Message))
}

func (c codec) Marshal(message any) ([]byte, error) { return c.MarshalAppend(nil, message) }

// MarshalAppend lets Connect reuse its buffers.
func (c codec) MarshalAppend(b []byte, message any) ([]byte, error) {
	m := message.(proto.Message).ProtoReflect()
	if field, ok := c.responseBody[m.Descriptor().FullName()]; ok {
		return appendField(b, m, field), nil
	}
	return appendMessage(b, m), nil
}

// headerText escapes a percent sign and what no header may have, as in a URL. Blanks and ASCII stay readable.
func headerText(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// pageHeaders is an interceptor that writes the next cursor, the total count and the words of a search as headers,
// since the body is a bare array.
func pageHeaders(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		response, err := next(ctx, request)
		if err != nil {
			return nil, err
		}
		message := response.Any().(proto.Message).ProtoReflect()
		fields := message.Descriptor().Fields()
		if field := fields.ByName("next_page_token"); field != nil && message.Has(field) {
			response.Header().Set("X-Next-Cursor", message.Get(field).String())
		}
		if field := fields.ByName("total_size"); field != nil && message.Has(field) {
			response.Header().Set("X-Total-Count", strconv.FormatInt(message.Get(field).Int(), 10))
		}
		for name, header := range map[protoreflect.Name]string{
			"searched_for": "X-Searched-For", "did_you_mean": "X-Did-You-Mean",
		} {
			if field := fields.ByName(name); field != nil && message.Has(field) {
				response.Header().Set(header, headerText(message.Get(field).String()))
			}
		}
		return response, nil
	}
}
