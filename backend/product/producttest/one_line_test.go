package producttest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"uvboard/backend/platform/store"
	_ "uvboard/gen/uvboard/v1" // the rules
)

// TestOneLineAgreesWithProto puts every control and format character into every field that has a rule for one line.
func TestOneLineAgreesWithProto(t *testing.T) {
	runes := []rune{'a', 'é', '日', '💻', '\u0301', '\ufe0f', ' ', '\u00a0'}
	for _, table := range []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp} {
		for _, r := range table.R16 {
			for c := r.Lo; c <= r.Hi; c += r.Stride {
				runes = append(runes, rune(c))
			}
		}
	}
	var fields []string
	protoregistry.GlobalFiles.RangeFilesByPackage("uvboard.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			message := file.Messages().Get(i)
			for j := range message.Fields().Len() {
				field := message.Fields().Get(j)
				rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
				for _, rule := range rules.GetCel() {
					if strings.HasSuffix(rule.GetId(), ".line") {
						fields = append(fields, string(field.FullName()))
						for _, r := range runes {
							text := "some" + string(r) + "words"
							if refused := breaks(t, message, field, text,
								rule.GetId()); refused == store.OneLine(text) {
								t.Errorf("%s with %U: refused %t, OneLine %t", field.FullName(), r, refused, !refused)
							}
						}
						if breaks(t, message, field, " trimmed\n", rule.GetId()) {
							t.Errorf("%s: a final line break is trimmed and must pass", field.FullName())
						}
					}
				}
			}
		}
		return true
	})
	slices.Sort(fields)
	want := []string{
		"uvboard.v1.BlogPostInput.tags", "uvboard.v1.BlogPostInput.title",
		"uvboard.v1.CreateChannelRequest.name", "uvboard.v1.CreateCollectionRequest.title",
		"uvboard.v1.CreatePasskeyRequest.name", "uvboard.v1.CreateProjectUpdateRequest.title",
		"uvboard.v1.CreateThreadRequest.title", "uvboard.v1.CreateTokenRequest.name",
		"uvboard.v1.EditProjectUpdateRequest.title",
		"uvboard.v1.FeatureProjectRequest.featured_reason", "uvboard.v1.FooterLink.label",
		"uvboard.v1.ProjectInput.custom_tools", "uvboard.v1.ProjectInput.tagline", "uvboard.v1.ProjectInput.tags",
		"uvboard.v1.ProjectInput.title",
		"uvboard.v1.UpdateBoardRequest.name", "uvboard.v1.UpdateBoardRequest.tagline",
		"uvboard.v1.UpdateChannelRequest.name", "uvboard.v1.UpdateCollectionRequest.title",
		"uvboard.v1.UpdateThreadRequest.title", "uvboard.v1.UserInput.display_name", "uvboard.v1.UserInput.location",
		"uvboard.v1.UserInput.skills",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields of one line (-want +got):\n%s", diff)
	}
}

// breaks reports whether text in field breaks the rule with this id.
func breaks(t *testing.T, in protoreflect.MessageDescriptor, field protoreflect.FieldDescriptor, text, id string) bool {
	t.Helper()
	message := dynamicpb.NewMessage(in)
	if field.Message() == nil {
		message.Set(field, protoreflect.ValueOfString(text))
	} else {
		list := message.Mutable(field).Message()
		list.Mutable(list.Descriptor().Fields().ByName("values")).List().Append(protoreflect.ValueOfString(text))
	}
	err := protovalidate.Validate(message)
	invalid, ok := errors.AsType[*protovalidate.ValidationError](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	return ok && slices.ContainsFunc(invalid.Violations,
		func(v *protovalidate.Violation) bool { return v.Proto.GetRuleId() == id })
}
