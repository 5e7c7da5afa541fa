package iri

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	_ "uvboard/gen/uvboard/v1" // the rules
)

// Every field in which somebody enters a web address takes addresses with letters beyond ASCII, and no others that it
// refused before.
func TestAddressesInProto(t *testing.T) {
	var fields []string
	protoregistry.GlobalFiles.RangeFilesByPackage("uvboard.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			message := file.Messages().Get(i)
			for j := range message.Fields().Len() {
				field := message.Fields().Get(j)
				rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
				for _, rule := range rules.GetCel() {
					if !strings.Contains(rule.GetExpression(), ".isUri()") ||
						strings.Contains(rule.GetExpression(), "startsWith('https://')") {
						continue // of a push service, which no person enters
					}
					fields = append(fields, string(field.FullName()))
					for address, want := range map[string]bool{
						"https://例え.jp/ü?q=ö": true, "https://bücher.example:8443/#ä": true,
						"https://xn--r8jz45g.jp/": true, "https://a.example/日本?x=1": true,
						"https://fa.example/می\u200cخواهم": true, "https://i❤.example/👨\u200d👩": true,
						"https://а.example/?a=1;b=100%": true,
						"https://例え.jp/a b":             false, "https://例え.jp/\u202egnp": false,
						"https://例え\u3000.jp/": false,
						"https://例\u200bえ.jp/": false, "https://例え.jp:port/": false,
						"https://user@例え.jp/": false, "https://例え.jp\\x": false, "https://例え.jp/\x01": false,
						"https://例え.jp/<b>": false, "https://?ü": false, "https://": false,
						"ftp://例え.jp/": false, "javascript:alert('ü')": false, "//例え.jp/": false, "例え.jp": false,
						"https://例え.jp/ü\n": false,
					} {
						if got := accepts(t, field, rule.GetId(), address); got != want {
							t.Errorf("%s accepts %q: %v, want %v", field.FullName(), address, got, want)
						}
					}
				}
			}
		}
		return true
	})
	slices.Sort(fields)
	want := []string{
		"uvboard.v1.AddNewsFeedRequest.url",
		"uvboard.v1.BlogPostInput.cover_image",
		"uvboard.v1.FooterLink.url",
		"uvboard.v1.ProjectInput.cover_image",
		"uvboard.v1.ProjectInput.logo",
		"uvboard.v1.ProjectLinks.demo",
		"uvboard.v1.ProjectLinks.discord",
		"uvboard.v1.ProjectLinks.docs",
		"uvboard.v1.ProjectLinks.repo",
		"uvboard.v1.ProjectLinks.twitter",
		"uvboard.v1.ProjectLinks.website",
		"uvboard.v1.ProjectMediaInput.screenshots",
		"uvboard.v1.ProjectMediaInput.videos",
		"uvboard.v1.SocialLinks.website",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields with addresses: -want +got\n%s", diff)
	}
}

// accepts reports whether a field passes a rule of it with an address.
func accepts(t *testing.T, field protoreflect.FieldDescriptor, rule, address string) bool {
	t.Helper()
	message := dynamicpb.NewMessage(field.ContainingMessage())
	if field.Message() == nil {
		message.Set(field, protoreflect.ValueOfString(address))
	} else {
		list := message.Mutable(field).Message()
		list.Mutable(list.Descriptor().Fields().ByName("values")).List().Append(protoreflect.ValueOfString(address))
	}
	err := protovalidate.Validate(message)
	invalid, ok := errors.AsType[*protovalidate.ValidationError](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	if ok {
		for _, v := range invalid.Violations {
			if v.Proto.GetRuleId() == rule {
				return false
			}
		}
	}
	return true
}
