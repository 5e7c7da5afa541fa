package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// inlined is an answer in a page. webapp/src/lib/server/first.ts puts it into the web app's cache.
type inlined struct {
	Service string          `json:"service"`
	Method  string          `json:"method"`
	Paged   bool            `json:"paged"`
	Input   json.RawMessage `json:"input"`
	Answer  json.RawMessage `json:"answer"`
}

// inline returns the script element with the answers to a page's first calls, or nothing, and what they show as HTML.
// Calls are made without a caller; personal ones only for a visitor. Failed and late answers are omitted. A page that
// lacks answers is not stored.
func (s *Service) inline(ctx context.Context, p *Page, visitor bool) (script []byte, parts Parts) {
	parts = Parts{}
	if !visitor {
		p.First = slices.DeleteFunc(p.First, func(c Call) bool { return c.Personal })
	}
	if len(p.First) == 0 {
		return nil, parts
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(s.config.InlineTimeout, inlineTimeout))
	defer cancel()
	var answers []inlined
	for _, call := range p.First {
		one, answer, err := call.inline(limited, p)
		if err == nil {
			if !call.turned {
				answers = append(answers, one)
			}
			parts.show(call, answer)
			continue
		}
		p.noStore = true
		if call.turned { // the link was changed or is of another list
			continue
		}
		if limited.Err() == nil { // otherwise it is late, or the client has gone
			s.config.Report(ctx, fmt.Errorf("first data: %w", err))
		}
	}
	if len(answers) == 0 {
		return nil, parts
	}
	content, err := json.Marshal(answers) // escapes < and >, so that no text ends the element
	if err != nil {
		s.config.Report(ctx, fmt.Errorf("first data: %w", err))
		return nil, parts
	}
	return slices.Concat([]byte(`<script type="application/json" id="first">`), content, []byte("</script>")), parts
}

// inline makes a call unless its answer is known.
func (c Call) inline(ctx context.Context, p *Page) (one inlined, answer proto.Message, err error) {
	answer = c.answer
	if answer == nil {
		if answer, err = c.call(ctx); err != nil {
			return one, nil, err
		}
	}
	method, err := methodOf(c.Request)
	if err != nil {
		return one, nil, err
	}
	one = inlined{Service: string(method.Parent().FullName()), Method: string(method.Name()), Paged: c.Paged}
	if one.Input, err = protojson.Marshal(c.Request); err != nil {
		return one, nil, err
	}
	if one.Answer, err = protojson.Marshal(answer); err != nil {
		return one, nil, err
	}
	if c.preload != nil && p.Preload.SrcSet == "" {
		p.Preload = c.preload(answer)
	}
	return one, answer, nil
}

// methodOf returns the method that takes a request. No two methods have the same request type.
func methodOf(request proto.Message) (protoreflect.MethodDescriptor, error) {
	descriptor := request.ProtoReflect().Descriptor()
	services := descriptor.ParentFile().Services()
	for i := range services.Len() {
		methods := services.Get(i).Methods()
		for j := range methods.Len() {
			if methods.Get(j).Input() == descriptor {
				return methods.Get(j), nil
			}
		}
	}
	return nil, fmt.Errorf("no method takes %s", descriptor.FullName())
}
