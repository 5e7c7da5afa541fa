package server

import (
	"context"
	"sync"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/enumname"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// named replaces the short forms of ids by the ids, in the fields of requests that have the option names or names_by. A
// request with ids alone costs no query, one with short forms a query for each kind. A short form that names no item
// stays, and is reported as not found.
type named struct {
	find func(ctx context.Context, kind string, shorts []string) (map[string]uuid.UUID, error)
}

// inRequests is an interceptor. It follows the validation, which bounds the lists.
func (n named) inRequests(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if message, ok := request.Any().(proto.Message); ok {
			if err := n.resolve(ctx, message); err != nil {
				return nil, err
			}
		}
		return next(ctx, request)
	}
}

// shortText is a short form in a message.
type shortText struct {
	short   string
	replace func(id string)
}

func (n named) resolve(ctx context.Context, message proto.Message) error {
	if n.find == nil {
		return nil
	}
	kinds := map[string][]shortText{}
	collectShorts(message.ProtoReflect(), kinds)
	for kind, texts := range kinds {
		shorts := make([]string, len(texts))
		for i, t := range texts {
			shorts[i] = t.short
		}
		ids, err := n.find(ctx, kind, shorts)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if id, ok := ids[t.short]; ok {
				t.replace(id.String())
			}
		}
	}
	return nil
}

// collectShorts adds the short forms in a message to those of their kinds.
func collectShorts(m protoreflect.Message, kinds map[string][]shortText) {
	for _, field := range namingFields(m.Descriptor()) {
		if !m.Has(field) {
			continue
		}
		value := m.Get(field)
		switch {
		case field.Message() != nil && field.IsList():
			for i := range value.List().Len() {
				collectShorts(value.List().Get(i).Message(), kinds)
			}
		case field.Message() != nil:
			collectShorts(value.Message(), kinds)
		case field.IsList():
			kind, list := kindOf(m, field), value.List()
			for i := range list.Len() {
				if short := address.Short(list.Get(i).String()); short != "" {
					kinds[kind] = append(kinds[kind], shortText{short, func(id string) {
						list.Set(i, protoreflect.ValueOfString(id))
					}})
				}
			}
		default:
			if short := address.Short(value.String()); short != "" {
				kind := kindOf(m, field)
				kinds[kind] = append(kinds[kind], shortText{short, func(id string) {
					m.Set(field, protoreflect.ValueOfString(id))
				}})
			}
		}
	}
}

// kindOf returns the kind of the items that a field of a message names.
func kindOf(m protoreflect.Message, field protoreflect.FieldDescriptor) string {
	if kind, _ := proto.GetExtension(field.Options(), uvboardv1.E_Names).(uvboardv1.ItemKind); kind != 0 {
		return enumname.Of(kind)
	}
	by, _ := proto.GetExtension(field.Options(), uvboardv1.E_NamesBy).(string)
	of := m.Descriptor().Fields().ByName(protoreflect.Name(by))
	if of.Enum() == nil {
		return m.Get(of).String()
	}
	return enumname.OfNumber(of.Enum(), m.Get(of).Enum())
}

// naming has the fields of messages that name items, or lead to messages with such fields, by the name of the message.
var naming sync.Map

func namingFields(d protoreflect.MessageDescriptor) []protoreflect.FieldDescriptor {
	if known, ok := naming.Load(d.FullName()); ok {
		return known.([]protoreflect.FieldDescriptor)
	}
	fields := findNaming(d, map[protoreflect.FullName]bool{})
	naming.Store(d.FullName(), fields)
	return fields
}

func findNaming(d protoreflect.MessageDescriptor,
	seen map[protoreflect.FullName]bool) (fields []protoreflect.FieldDescriptor) {
	if seen[d.FullName()] {
		return nil
	}
	seen[d.FullName()] = true // while its fields are looked at
	defer delete(seen, d.FullName())
	for i := range d.Fields().Len() {
		field := d.Fields().Get(i)
		switch {
		case field.IsMap():
		case field.Message() != nil:
			if len(findNaming(field.Message(), seen)) > 0 {
				fields = append(fields, field)
			}
		case proto.HasExtension(field.Options(), uvboardv1.E_Names),
			proto.HasExtension(field.Options(), uvboardv1.E_NamesBy):
			fields = append(fields, field)
		}
	}
	return fields
}
