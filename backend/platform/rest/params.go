package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/fault"
)

// decodePath fills the fields named in the path.
func (rt *Route) decodePath(r *http.Request, message protoreflect.Message) error {
	for name, field := range rt.Path {
		value, err := textValue(field, r.PathValue(name), field.JSONName())
		if err != nil {
			return err
		}
		message.Set(field, value)
	}
	return nil
}

// decodeQuery fills fields from the query string. Unknown names are ignored; an empty value is none.
func (rt *Route) decodeQuery(r *http.Request, message protoreflect.Message) error {
	if r.URL.RawQuery == "" || len(rt.Query) == 0 {
		return nil
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.Malformed("The query string cannot be read.")
	}
	for _, q := range rt.Query {
		for _, name := range q.Names {
			done, err := q.decode(query[name], name, message)
			if err != nil {
				return err
			}
			if done {
				break
			}
		}
	}
	return nil
}

// nameAsQueried gives the fields of a fault the names that the caller used for them in the query.
func (rt *Route) nameAsQueried(r *http.Request, f *fault.Fault) {
	if len(f.Fields) == 0 || r.URL.RawQuery == "" {
		return
	}
	query := r.URL.Query()
	for _, q := range rt.Query {
		known := q.Field.JSONName()
		sentence, at := f.Fields[known]
		used := slices.IndexFunc(q.Names, query.Has)
		if !at || used < 0 || q.Names[used] == known {
			continue
		}
		named := strings.Replace(sentence, "The value of "+known+" ", "The value of "+q.Names[used]+" ", 1)
		delete(f.Fields, known)
		f.Fields[q.Names[used]] = named
		if f.Message == sentence {
			f.Message = named
		}
	}
}

// decode sets the field from the values that one name has in the query, and says whether there were any.
func (q QueryField) decode(values []string, name string, message protoreflect.Message) (bool, error) {
	if !q.Field.IsList() {
		if len(values) == 0 || values[0] == "" {
			return false, nil
		}
		value, err := textValue(q.Field, values[0], name)
		switch {
		case err == nil:
			message.Set(q.Field, value)
		case q.TakesAll() && values[0] == "all":
			return false, nil
		case q.TakesAll():
			err = unknownWord(name, q.Field, "all")
		}
		return true, err
	}
	done := false
	for _, value := range values {
		for item := range strings.SplitSeq(value, ",") {
			if item == "" {
				continue
			}
			element, err := textValue(q.Field, item, name)
			if err != nil {
				return true, err
			}
			message.Mutable(q.Field).List().Append(element)
			done = true
		}
	}
	return done, nil
}

// textValue reads a field from the text of a path or a query.
func textValue(field protoreflect.FieldDescriptor, text, path string) (protoreflect.Value, error) {
	if !utf8.ValidString(text) {
		return protoreflect.Value{}, fault.Invalid(path, "The value of "+path+" is not valid UTF-8.")
	}
	switch field.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(text), nil
	case protoreflect.EnumKind:
		return enumValue(field, text, path)
	case protoreflect.BoolKind:
		switch text {
		case "true", "1":
			return protoreflect.ValueOfBool(true), nil
		case "false", "0":
			return protoreflect.ValueOfBool(false), nil
		}
		return protoreflect.Value{}, wrongType(path, "true or false")
	default:
		return numberValue(field, text, path)
	}
}
