package account_test

import (
	"slices"
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	pb "uvboard/gen/uvboard/v1"
)

func TestEmailRules(t *testing.T) {
	for address, want := range map[string]bool{
		"ada@example.org": true, "a.b+c@mail.example.co.uk": true, "ada@localhost": false, "ada.l@localhost": false,
		"ada@example.": false,
	} {
		err := protovalidate.Validate(&pb.RegisterRequest{Username: "ada", Email: address, Password: "vibecoding"})
		if (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestReservedUsernames(t *testing.T) {
	reserved := []string{"admin", "administrator", "moderator", "system", "support", "staff", "root", "api", "uvboard",
		"Admin", "UVBoard", "ROOT"}
	for _, username := range append(reserved, "admins", "my_admin", "admin_", "rooty") {
		err := protovalidate.Validate(&pb.RegisterRequest{Username: username, Email: "ada@example.org",
			Password: "vibecoding"})
		if slices.Contains(reserved, username) != (err != nil) || err != nil &&
			!strings.Contains(err.Error(), "This username is reserved") {
			t.Errorf("%s: %v", username, err)
		}
		if err := protovalidate.Validate(&pb.LoginRequest{Username: username, Password: "vibecoding"}); err != nil {
			t.Errorf("an account that has the name cannot log in: %v", err)
		}
	}
}
