package rest

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
)

// keywords are what standard rules are called in a schema.
var keywords = map[protoreflect.Name]string{
	"min_len": "minLength", "max_len": "maxLength", "pattern": "pattern", "in": "enum",
	"gte": "minimum", "lte": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum",
	"min_items": "minItems", "max_items": "maxItems", "unique": "uniqueItems",
}

// formats are the standard rules that name a well-known form.
var formats = map[protoreflect.Name]string{"email": "email", "uuid": "uuid", "uri": "uri", "uri_ref": "uri-reference"}

// clauses are the forms of an expression that a schema can say as well, spaces around a text aside; what a group matched is
// the value of the keyword. Length is that of a text or a list, whichever the field is.
var clauses = []struct {
	form     *regexp.Regexp
	keyword  string // with "items." before it, of each element
	constant any    // the value where nothing is matched
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

// ofLists are the keywords of a list for those of a text.
var ofLists = map[string]string{"minLength": "minItems", "maxLength": "maxItems"}

// constrain adds to the schema of a field what its rules ask for, and gives the sentences with which they refuse.
func constrain(schema part, field protoreflect.FieldDescriptor) (sentences []string, err error) {
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	rules.ProtoReflect().Range(func(kind protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if kind.Message() == nil || kind.IsList() {
			return true // cel, which follows, and required, which is a matter of the whole message
		}
		value.Message().Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			if form, ok := formats[rule.Name()]; ok {
				schema["format"] = form
			} else if keyword, ok := keywords[rule.Name()]; ok {
				schema[keyword] = standardValue(rule, value)
			} else {
				err = fmt.Errorf("%s: no keyword is known for the rule %s", field.FullName(), rule.Name())
			}
			return err == nil
		})
		return err == nil
	})
	needed := false // an empty text is refused, so that a rule which lets it pass need not say so
	for _, rule := range rules.GetCel() {
		needed = needed || rule.GetExpression() == "this != ''"
	}
	for _, rule := range rules.GetCel() {
		constrainBy(schema, rule.GetExpression(), needed)
		sentences = append(sentences, rule.GetMessage())
	}
	return sentences, err
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

// constrainBy adds what of an expression a schema can say. The sentence of the rule says all of it.
func constrainBy(schema part, expression string, needed bool) {
	isList := schema["type"] == "array"
	emptyPasses := false
	for _, empty := range []string{"this == '' || ", "this.trim() == '' || "} {
		if rest, cut := strings.CutPrefix(expression, empty); cut {
			expression, emptyPasses = rest, !needed
		}
	}
	parts := topLevel(expression)
	if len(parts) == 1 && strings.HasPrefix(expression, "(") && strings.HasSuffix(expression, ")") {
		parts = topLevel(expression[1 : len(expression)-1])
	}
	for _, clause := range parts {
		for _, known := range clauses {
			match := known.form.FindStringSubmatch(clause)
			if match == nil {
				continue
			}
			value := known.constant
			if value == nil {
				value = match[1]
				if number, err := strconv.ParseFloat(match[1], 64); err == nil {
					value = number
					if number == math.Trunc(number) { // readers differ about 1e+15
						value = int64(number)
					}
				}
			}
			keyword, target := known.keyword, schema
			if name, ofItems := strings.CutPrefix(keyword, "items."); ofItems {
				keyword, target = name, schema["items"].(part)
			} else if isList && ofLists[keyword] != "" {
				keyword = ofLists[keyword]
			}
			if emptyPasses && keyword != "maxLength" {
				emptyOr(target, keyword, value)
			} else if keyword != "pattern" || target["pattern"] == nil { // the first one says most
				target[keyword] = value
			}
			break
		}
	}
}

// emptyOr adds a keyword that an empty text need not keep.
func emptyOr(schema part, keyword string, value any) {
	choices, _ := schema["anyOf"].([]part)
	if choices == nil {
		choices = []part{{"maxLength": 0}, {}}
	}
	if choices[1][keyword] == nil {
		choices[1][keyword] = value
	}
	schema["anyOf"] = choices
}

// topLevel are the parts of an expression that all have to hold; none where it has a choice beside them.
func topLevel(expression string) []string {
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

// refused begins what refusals says.
const refused = "Otherwise refused with "

// refusals says with which sentences something is refused.
func refusals(sentences []string) string {
	if len(sentences) == 0 {
		return ""
	}
	var b strings.Builder
	for i, sentence := range sentences {
		switch {
		case i == 0:
			b.WriteString(refused)
		case i == len(sentences)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString("“" + sentence + "”")
	}
	return b.String() + "."
}

// needs are the JSON names that the body of a route cannot be without: those of whose absence its rules complain,
// whatever else is said.
func (r *route) needs() ([]string, error) {
	empty, at := r.input.New(), ""
	if r.bodyField != nil {
		field := empty.Descriptor().Fields().ByName(r.bodyField.Name()) // which may come from another descriptor of the same
		empty.Set(field, empty.NewField(field))
		at = string(r.bodyField.Name()) + "."
	}
	err := protovalidate.Validate(empty.Interface())
	broken, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return nil, err
	}
	var names []string
	for _, violation := range broken.Violations {
		path := protovalidate.FieldPathString(violation.Proto.GetField())
		if path == "" { // a rule of the message, whose id is the path
			path = violation.Proto.GetRuleId()
		}
		name, isHere := strings.CutPrefix(path, at)
		field := r.body().Fields().ByName(protoreflect.Name(name))
		if isHere && field != nil && r.path[name] == nil && !slices.Contains(names, field.JSONName()) {
			names = append(names, field.JSONName())
		}
	}
	slices.Sort(names)
	return names, nil
}
