package account

import (
	"context"
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
)

// commonPasswords are the 10,000 most common passwords of at least 8 characters in lower case, a line each, most common
// first. They are from the MIT-licensed package @zxcvbn-ts/language-common 4.1.3, which has them from breaches.
//
//go:embed common_passwords.txt
var commonPasswords string

var isCommon = sync.OnceValue(func() map[string]bool {
	common := map[string]bool{}
	for password := range strings.Lines(commonPasswords) {
		common[strings.TrimSuffix(password, "\n")] = true
	}
	return common
})

const (
	strongLength = 8 // characters of a password, if passwords must be strong
	wordLength   = 3 // characters of a name that a password must not contain
)

// RequireStrongPasswords refuses a new password that is short, common, or has the username or the name of the board in
// it.
func (s *Service) RequireStrongPasswords() { s.strongPasswords = true }

// hashPassword hashes the new password of a user. Fault: invalid at the field if it must be strong and is not.
func (s *Service) hashPassword(ctx context.Context, field, password, username string) (string, error) {
	if s.strongPasswords {
		plain := strings.ToLower(password)
		if utf8.RuneCountInString(password) < strongLength {
			return "", fault.Invalid(field, "Password must be at least 8 characters")
		}
		if isCommon()[plain] {
			return "", fault.Invalid(field, "That password is easy to guess. Try a few unrelated words.")
		}
		for _, name := range []string{username, s.mails.Name(), strings.ReplaceAll(s.mails.Name(), " ", "")} {
			if utf8.RuneCountInString(name) >= wordLength && strings.Contains(plain, strings.ToLower(name)) {
				return "", fault.Invalid(field,
					"This contains your username or the name of the board. Something unrelated is safer.")
			}
		}
	}
	return auth.HashPassword(ctx, password)
}
