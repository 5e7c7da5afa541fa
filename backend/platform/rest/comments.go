package rest

import (
	"regexp"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	uvboardv1 "uvboard/gen/uvboard/v1"
)

// statusWords are the codes that comments speak of, and what they are at this face.
var statusWords = map[string]string{
	"INVALID_ARGUMENT": "400", "UNAUTHENTICATED": "401", "PERMISSION_DENIED": "403", "NOT_FOUND": "404",
	"ALREADY_EXISTS": "409", "RESOURCE_EXHAUSTED": "429",
}

var (
	statusWord = regexp.MustCompile(`\b[A-Z]+_?[A-Z]+\b`)
	fieldWord  = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)
)

// commentOf is the comment above a declaration in the proto, in the words of a caller of REST: statuses for codes, and
// names as they are in JSON, in a query or in a header. It is empty for a descriptor made without its source.
func commentOf(d protoreflect.Descriptor) string {
	comment := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	comment = strings.Join(strings.Fields(comment), " ")
	comment = statusWord.ReplaceAllStringFunc(comment, func(code string) string {
		if status, ok := statusWords[code]; ok {
			return status
		}
		return code
	})
	return fieldWord.ReplaceAllStringFunc(comment, func(name string) string {
		return faceName(d.ParentFile(), protoreflect.Name(name))
	})
}

// faceName is what a field that a comment speaks of is called at this face; a word that is no field's stays.
func faceName(file protoreflect.FileDescriptor, name protoreflect.Name) string {
	switch name { // a list is bare, so what stands beside it goes into headers
	case "next_page_token":
		return "`X-Next-Cursor`"
	case "total_size":
		return "`X-Total-Count`"
	}
	for i := range file.Messages().Len() {
		field := file.Messages().Get(i).Fields().ByName(name)
		if field == nil {
			continue
		}
		if names, _ := proto.GetExtension(field.Options(), uvboardv1.E_QueryNames).([]string); len(names) > 0 {
			return names[0]
		}
		return field.JSONName()
	}
	return string(name)
}

// words turns ListRelatedProjects into "List related projects".
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
