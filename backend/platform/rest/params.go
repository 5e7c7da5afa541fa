package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
)

// decodePath fills the fields named in the path.
func (rt *route) decodePath(r *http.Request, message protoreflect.Message) error {
	for name, field := range rt.path {
		value, err := textValue(field, r.PathValue(name), field.JSONName())
		if err != nil {
			return err
		}
		message.Set(field, value)
	}
	return nil
}

// decodeQuery fills fields from the query string. Unknown names are ignored; an empty value is none.
func (rt *route) decodeQuery(r *http.Request, message protoreflect.Message) error {
	if r.URL.RawQuery == "" || len(rt.query) == 0 {
		return nil
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.Malformed("The query string cannot be read.")
	}
	for _, q := range rt.query {
		for _, name := range q.names {
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
func (rt *route) nameAsQueried(r *http.Request, f *fault.Fault) {
	if len(f.Fields) == 0 || r.URL.RawQuery == "" {
		return
	}
	query := r.URL.Query()
	for _, q := range rt.query {
		known := q.field.JSONName()
		sentence, at := f.Fields[known]
		used := slices.IndexFunc(q.names, query.Has)
		if !at || used < 0 || q.names[used] == known {
			continue
		}
		named := strings.Replace(sentence, "The value of "+known+" ", "The value of "+q.names[used]+" ", 1)
		delete(f.Fields, known)
		f.Fields[q.names[used]] = named
		if f.Message == sentence {
			f.Message = named
		}
	}
}

// decode sets the field from the values that one name has in the query, and says whether there were any.
func (q queryField) decode(values []string, name string, message protoreflect.Message) (bool, error) {
	if !q.field.IsList() {
		if len(values) == 0 || values[0] == "" {
			return false, nil
		}
		value, err := textValue(q.field, values[0], name)
		switch {
		case err == nil:
			message.Set(q.field, value)
		case q.takesAll() && values[0] == "all":
			return false, nil
		case q.takesAll():
			err = unknownWord(name, q.field, "all")
		}
		return true, err
	}
	done := false
	for _, value := range values {
		for item := range strings.SplitSeq(value, ",") {
			if item == "" {
				continue
			}
			element, err := textValue(q.field, item, name)
			if err != nil {
				return true, err
			}
			message.Mutable(q.field).List().Append(element)
			done = true
		}
	}
	return done, nil
}

// takesAll says whether the field may be asked for as "all", the documented choice of a filter which is no word of the
// enumeration: it filters nothing.
func (q queryField) takesAll() bool {
	if q.field.IsList() || q.field.Kind() != protoreflect.EnumKind {
		return false
	}
	_, isWord := enumname.Number(q.field.Enum(), "all")
	return !isWord
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
