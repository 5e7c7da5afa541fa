package main

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"uvboard/backend/platform/rest"
)

// keywords are the schema keywords of protovalidate's standard rules.
var keywords = map[protoreflect.Name]string{
	"min_len": "minLength", "max_len": "maxLength", "pattern": "pattern", "in": "enum",
	"gte": "minimum", "lte": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum",
	"min_items": "minItems", "max_items": "maxItems", "unique": "uniqueItems",
}

// formats are the schema formats of protovalidate's standard rules.
var formats = map[protoreflect.Name]string{"email": "email", "uuid": "uuid", "uri": "uri", "uri_ref": "uri-reference"}

// clauses are the forms of CEL expressions that a schema can express. The first group is the value of the keyword.
var clauses = []struct {
	form     *regexp.Regexp
	keyword  string // prefixed with "items." if it applies to each element
	constant any    // the value if the form has no group
}{
	{regexp.MustCompile(`^this(?:\.values)?(?:\.trim\(\))?\.size\(\) >= (\d+)$`), "minLength", nil},
	{regexp.MustCompile(`^this(?:\.values)?(?:\.trim\(\))?\.size\(\) <= (\d+)$`), "maxLength", nil},
	{regexp.MustCompile(`^this\.values\.size\(\) > 0$|^this(?:\.trim\(\))? != ''$`), "minLength", 1},
	{regexp.MustCompile(`^this\.values\.all\(v, v\.size\(\) <= (\d+)\)$`), "items.maxLength", nil},
	{regexp.MustCompile(`^this\.values\.unique\(\)$`), "uniqueItems", true},
	{regexp.MustCompile(`^this >= (-?[\d.e]+)$`), "minimum", nil},
	{regexp.MustCompile(`^this <= (-?[\d.e]+)$`), "maximum", nil},
	{regexp.MustCompile(`^this\.matches\('([^']+)'\)$`), "pattern", nil},
	{regexp.MustCompile(`^this\.isEmail\(\)$`), "format", "email"},
	{regexp.MustCompile(`^this\.isUri\(\)$`), "format", "uri"},
}

// listKeywords are the keywords of a list for those of a string.
var listKeywords = map[string]string{"minLength": "minItems", "maxLength": "maxItems"}

// constrain adds the validation rules of a field to its schema and returns their error messages.
func constrain(schema object, field protoreflect.FieldDescriptor) (messages []string, err error) {
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	rules.ProtoReflect().Range(func(kind protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if kind.Message() == nil || kind.IsList() {
			return true // CEL expressions follow; `required` belongs to the whole message
		}
		value.Message().Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			if format, ok := formats[rule.Name()]; ok {
				schema["format"] = format
			} else if keyword, ok := keywords[rule.Name()]; ok {
				schema[keyword] = standardValue(rule, value)
			} else {
				err = fmt.Errorf("%s: the rule %s has no schema keyword", field.FullName(), rule.Name())
			}
			return err == nil
		})
		return err == nil
	})
	// If one rule rejects the empty string, a rule that accepts it does not make it valid.
	nonEmpty := slices.ContainsFunc(rules.GetCel(),
		func(rule *validate.Rule) bool { return rule.GetExpression() == "this != ''" })
	for _, rule := range rules.GetCel() {
		constrainBy(schema, rule.GetExpression(), nonEmpty)
		messages = append(messages, rule.GetMessage())
	}
	return messages, err
}

func standardValue(rule protoreflect.FieldDescriptor, value protoreflect.Value) any {
	if !rule.IsList() {
		return value.Interface()
	}
	var all []any
	for i := range value.List().Len() {
		all = append(all, value.List().Get(i).Interface())
	}
	return all
}

// constrainBy adds those parts of a CEL expression that a schema can express. The message of the rule covers the rest.
func constrainBy(schema object, expression string, nonEmpty bool) {
	isList := schema["type"] == "array"
	acceptsEmpty := false
	for _, empty := range []string{"this == '' || ", "this.trim() == '' || "} {
		if rest, cut := strings.CutPrefix(expression, empty); cut {
			expression, acceptsEmpty = rest, !nonEmpty
		}
	}
	parts := conjuncts(expression)
	if len(parts) == 1 && strings.HasPrefix(expression, "(") && strings.HasSuffix(expression, ")") {
		parts = conjuncts(expression[1 : len(expression)-1])
	}
	for _, part := range parts {
		for _, clause := range clauses {
			match := clause.form.FindStringSubmatch(part)
			if match == nil {
				continue
			}
			value := clause.constant
			if value == nil {
				value = number(match[1])
			}
			keyword, target := clause.keyword, schema
			if name, ofItems := strings.CutPrefix(keyword, "items."); ofItems {
				keyword, target = name, schema["items"].(object)
			} else if isList && listKeywords[keyword] != "" {
				keyword = listKeywords[keyword]
			}
			if acceptsEmpty && keyword != "maxLength" {
				emptyOr(target, keyword, value)
			} else if keyword != "pattern" || target["pattern"] == nil { // a schema has one pattern: keep the first
				target[keyword] = value
			}
			break
		}
	}
}

// number is the number that a text holds, as an integer if it is one, or the text itself.
func number(text string) any {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case value == math.Trunc(value): // some YAML readers misread 1e+15
		return int64(value)
	default:
		return value
	}
}

// emptyOr adds a keyword that does not apply to the empty string.
func emptyOr(target object, keyword string, value any) {
	choices, _ := target["anyOf"].([]object)
	if choices == nil {
		choices = []object{{"maxLength": 0}, {}}
	}
	if choices[1][keyword] == nil {
		choices[1][keyword] = value
	}
	target["anyOf"] = choices
}

// conjuncts splits an expression at its top-level &&. It returns nothing if there is a top-level ||.
func conjuncts(expression string) []string {
	depth, start, quoted := 0, 0, false
	var parts []string
	for i := range len(expression) {
		switch c := expression[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && strings.HasPrefix(expression[i:], " && "):
			parts = append(parts, expression[start:i])
			start = i + len(" && ")
		case depth == 0 && strings.HasPrefix(expression[i:], " || "):
			return nil
		}
	}
	return append(parts, expression[start:])
}

// rejectedWith begins the sentence that quotes error messages.
const rejectedWith = "Otherwise rejected with "

// rejections quotes the error messages of a field's rules.
func rejections(messages []string) string {
	if len(messages) == 0 {
		return ""
	}
	quoted := make([]string, len(messages))
	for i, message := range messages {
		quoted[i] = "“" + message + "”"
	}
	last := len(quoted) - 1
	if last > 0 {
		return rejectedWith + strings.Join(quoted[:last], ", ") + " or " + quoted[last] + "."
	}
	return rejectedWith + quoted[0] + "."
}

// requiredOf returns the JSON names of the fields that a route's body or query must have: those that validation reports
// for an empty request, whatever its switches say, and the ids of a body. The id of an item that need not exist is an
// optional field.
func requiredOf(r *rest.Route) ([]string, error) {
	message := r.RPC.Input()
	if r.BodyField != nil {
		message = r.Body()
	}
	names, err := missingIn(r, message, nil)
	if err != nil {
		return nil, err
	}
	for field := range fieldsOf(message) {
		if field.Kind() != protoreflect.BoolKind || !field.HasPresence() {
			continue
		}
		off, err := missingIn(r, message, field) // such as isPublic: a draft needs less
		if err != nil {
			return nil, err
		}
		names = slices.DeleteFunc(names, func(name string) bool {
			return name != field.JSONName() && !slices.Contains(off, name)
		})
	}
	for field := range fieldsOf(message) {
		isID := strings.HasSuffix(string(field.Name()), "_id") && !field.HasPresence()
		if r.HasBody && isID && !slices.Contains(r.Path, field) {
			names = append(names, field.JSONName())
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// missingIn returns the JSON names of the fields that validation reports for a request without them. off is a switch of
// the message that is false, nil for none.
func missingIn(r *rest.Route, message protoreflect.MessageDescriptor,
	off protoreflect.FieldDescriptor) ([]string, error) {
	empty := dynamicpb.NewMessage(r.RPC.Input())
	prefix, part := "", empty.ProtoReflect()
	if r.BodyField != nil {
		prefix, part = string(r.BodyField.Name())+".", empty.Mutable(r.BodyField).Message()
	}
	if off != nil {
		part.Set(off, protoreflect.ValueOfBool(false))
	}
	err := protovalidate.Validate(empty)
	invalid, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return nil, err
	}
	var names []string
	for _, violation := range invalid.Violations {
		path := protovalidate.FieldPathString(violation.Proto.GetField())
		if path == "" { // the id of a message rule is the path of its field
			path = violation.Proto.GetRuleId()
		}
		name, inMessage := strings.CutPrefix(path, prefix)
		field := message.Fields().ByName(protoreflect.Name(name))
		if inMessage && field != nil && !slices.Contains(r.Path, field) {
			names = append(names, field.JSONName())
		}
	}
	return names, nil
}
