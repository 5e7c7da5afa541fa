package user_test

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	pb "uvboard/gen/uvboard/v1"
)

func TestSocialHandles(t *testing.T) {
	github := func(handle string) *pb.SocialLinks { return &pb.SocialLinks{Github: &handle} }
	twitter := func(handle string) *pb.SocialLinks { return &pb.SocialLinks{Twitter: &handle} }
	linkedin := func(handle string) *pb.SocialLinks { return &pb.SocialLinks{Linkedin: &handle} }
	for _, site := range []struct {
		name             string
		links            func(handle string) *pb.SocialLinks
		allowed, refused []string
	}{
		{"GitHub", github,
			[]string{"", "@", "a", "@octo-cat", "a-1-b", "octocat_corp", strings.Repeat("a", 39),
				"@" + strings.Repeat("a", 39)},
			[]string{"-a", "a-", "a--b", "a.b", "a_", "a b", "é", "a/b", strings.Repeat("a", 40), "a\n", "@@a"}},
		{"Twitter", twitter,
			[]string{"", "@", "x", "@kiln_fire", "_", strings.Repeat("a", 15)},
			[]string{"a-b", "a.b", strings.Repeat("a", 16), "a b", "é", "a\n"}},
		{"LinkedIn", linkedin,
			[]string{"", "@", "kiln-fire-1a2b", "abc", strings.Repeat("a", 100)},
			[]string{"ab", "a_b", "a.b.c", "in/kiln", strings.Repeat("a", 101), "abc\n"}},
	} {
		t.Run(site.name, func(t *testing.T) {
			for _, handle := range site.allowed {
				if err := protovalidate.Validate(site.links(handle)); err != nil {
					t.Errorf("%q: %v", handle, err)
				}
			}
			for _, handle := range site.refused {
				if err := protovalidate.Validate(site.links(handle)); err == nil ||
					!strings.Contains(err.Error(), site.name+" must be") {
					t.Errorf("%q: %v", handle, err)
				}
			}
		})
	}
}

func TestPrefixOfUsernames(t *testing.T) {
	for prefix, ok := range map[string]bool{
		"a": true, "A_9": true, strings.Repeat("a", 20): true,
		"": false, "%": false, "@a": false, "é": false, "a\n": false, "a b": false, strings.Repeat("a", 21): false,
	} {
		if err := protovalidate.Validate(&pb.FindUsersRequest{Prefix: prefix}); (err == nil) != ok {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}
