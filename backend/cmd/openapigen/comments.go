package main

import (
	"regexp"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	uvboardv1 "uvboard/gen/uvboard/v1"
)

// httpStatus maps the Connect codes in comments to HTTP statuses.
var httpStatus = map[string]string{
	"INVALID_ARGUMENT": "400", "UNAUTHENTICATED": "401", "PERMISSION_DENIED": "403", "NOT_FOUND": "404",
	"ALREADY_EXISTS": "409", "FAILED_PRECONDITION": "409", "RESOURCE_EXHAUSTED": "429",
}

var (
	codeWord  = regexp.MustCompile(`\b[A-Z]+_?[A-Z]+\b`)
	fieldWord = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)
)

// commentOf is the leading comment of a declaration in REST's terms: statuses for Connect codes, JSON, query or header
// names for field names.
func commentOf(d protoreflect.Descriptor) string {
	comment := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	comment = strings.Join(strings.Fields(comment), " ")
	comment = codeWord.ReplaceAllStringFunc(comment, func(code string) string {
		if status, ok := httpStatus[code]; ok {
			return status
		}
		return code
	})
	return fieldWord.ReplaceAllStringFunc(comment, func(name string) string {
		return restName(d.ParentFile(), protoreflect.Name(name))
	})
}

// restName is the REST name of a field of any message in the file. A word that is not a field stays as it is.
func restName(file protoreflect.FileDescriptor, name protoreflect.Name) string {
	switch name {
	case "next_page_token":
		return "`X-Next-Cursor`"
	case "total_size":
		return "`X-Total-Count`"
	case "searched_for":
		return "`X-Searched-For`"
	case "did_you_mean":
		return "`X-Did-You-Mean`"
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
