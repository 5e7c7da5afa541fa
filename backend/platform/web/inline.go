package web

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// inlineTimeout bounds how long a page waits for its first data. What is late, the web app asks for itself.
const inlineTimeout = 250 * time.Millisecond

// inline returns the script element with the answers to a page's first calls, each with its place in the web app's cache,
// or nothing. Answers are those of a visitor; personal ones are left out unless a visitor asks. What fails or is late is
// left out too, and everything for a rate-limited client. Such a page is not stored.
func (s *Service) inline(ctx context.Context, p *Page, visitor bool) []byte {
	if len(p.First) == 0 {
		return nil
	}
	if !s.config.AllowRead(ctx) {
		p.noStore = true
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, inlineTimeout)
	defer cancel()
	b := []byte(`<script type="application/json" id="first">[`)
	empty := len(b)
	for _, call := range p.First {
		if call.Personal && !visitor {
			continue
		}
		answer, err := call.answer, error(nil)
		if answer == nil {
			answer, err = call.call(limited)
		}
		longer := b
		if err == nil {
			if len(b) > empty {
				longer = append(longer, ',')
			}
			longer, err = appendCall(longer, call, answer)
		}
		if err != nil {
			p.noStore = true
			if limited.Err() == nil { // else it is late, or the reader has gone
				s.config.Report(ctx, fmt.Errorf("first data: %w", err))
			}
			continue
		}
		b = longer
		if call.preload != nil && p.Preload.SrcSet == "" {
			p.Preload = call.preload(answer)
		}
	}
	if len(b) == empty {
		return nil
	}
	return append(b, "]</script>"...)
}

// appendCall writes a call with its answer.
func appendCall(b []byte, call Call, answer proto.Message) ([]byte, error) {
	method, err := methodOf(call.Request.ProtoReflect().Descriptor())
	if err != nil {
		return nil, err
	}
	b = append(appendText(append(b, `{"service":`...), string(method.Parent().FullName())), `,"method":`...)
	b = append(appendText(b, string(method.Name())), `,"paged":`...)
	b = append(strconv.AppendBool(b, call.Paged), `,"input":`...)
	if b, err = appendMessage(b, call.Request.ProtoReflect()); err != nil {
		return nil, err
	}
	if b, err = appendMessage(append(b, `,"answer":`...), answer.ProtoReflect()); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// methodOf returns the method that takes a request. Each method has a request type of its own.
func methodOf(request protoreflect.MessageDescriptor) (protoreflect.MethodDescriptor, error) {
	services := request.ParentFile().Services()
	for i := range services.Len() {
		methods := services.Get(i).Methods()
		for j := range methods.Len() {
			if methods.Get(j).Input().FullName() == request.FullName() {
				return methods.Get(j), nil
			}
		}
	}
	return nil, errors.New("no method takes " + string(request.FullName()))
}
