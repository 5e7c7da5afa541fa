package account

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Newcomer is a person whom another service knows.
type Newcomer struct {
	Names         []string // for the username, the best first
	Email         string   // empty if the service told none
	EmailVerified bool
}

// RegisterWithoutPassword creates an account for a newcomer and starts a session. also runs in the same transaction.
// It needs no proof of work, since the service knows the person. Faults: conflict EMAIL_TAKEN if an account has the
// address; blocked NO_EMAIL; those of admit and board.Rules.CheckEmail.
func (s *Service) RegisterWithoutPassword(
	ctx context.Context, n Newcomer, invitation string, client access.Client, also addition,
) (*ent.User, access.Session, error) {
	rules, useUp, err := s.admit(ctx, invitation)
	if err != nil {
		return nil, access.Session{}, err
	}
	if address, err := mail.ParseAddress(n.Email); err != nil || address.Address != n.Email || len(n.Email) > maxEmail {
		return nil, access.Session{}, fault.Blocked("NO_EMAIL", "The service did not tell your email address.")
	}
	if err := rules.CheckEmail("email", n.Email); err != nil {
		return nil, access.Session{}, err
	}
	taken, err := s.db.Client().User.Query().Where(user.EmailKey(Key(n.Email))).Exist(ctx)
	if err != nil {
		return nil, access.Session{}, fmt.Errorf("look for a taken address: %w", err)
	}
	if taken {
		return nil, access.Session{}, fault.Conflict("EMAIL_TAKEN", "email", "Email already registered")
	}
	username, err := s.freeUsername(ctx, n)
	if err != nil {
		return nil, access.Session{}, err
	}
	account := newAccount{username: username, email: n.Email, verified: n.EmailVerified}
	return s.save(ctx, account, client, useUp, also)
}

const (
	maxEmail = 254
	// Bounds of usernames, as in the proto's rules.
	minUsername = 3
	maxUsername = 20
)

// usernameOf makes a username from one of some names. It may be taken.
func usernameOf(names []string) string {
	for _, name := range names {
		name = strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
				return r
			case r == ' ', r == '-', r == '.':
				return '_'
			}
			return -1
		}, strings.TrimSpace(name))
		name = strings.Trim(name[:min(len(name), maxUsername)], "_")
		if len(name) >= minUsername && !markdown.Reserved(name) {
			return name
		}
	}
	return "maker"
}

// freeUsername returns a username that nobody has: a name of the newcomer, or else with a number after it.
func (s *Service) freeUsername(ctx context.Context, n Newcomer) (string, error) {
	name := usernameOf(n.Names)
	candidates := []string{name}
	for i := 2; i < 20; i++ {
		candidates = append(candidates, numbered(name, fmt.Sprint(i)))
	}
	for range 3 { // for a name that very many have
		candidates = append(candidates, numbered(name, strings.ToLower(strings.NewReplacer("-", "", "_", "").
			Replace(auth.NewToken())[:6])))
	}
	keys := make([]string, len(candidates))
	for i, c := range candidates {
		keys[i] = Key(c)
	}
	taken, err := s.db.Client().User.Query().Where(user.UsernameKeyIn(keys...)).Select(user.FieldUsernameKey).
		Strings(ctx)
	if err != nil {
		return "", fmt.Errorf("look for a free username: %w", err)
	}
	kept, err := s.keptUsernames(ctx, s.db.Client(), n.Email, keys...)
	if err != nil {
		return "", err
	}
	for i, key := range keys {
		if !slices.Contains(taken, key) && !slices.Contains(kept, key) {
			return candidates[i], nil
		}
	}
	return "", fmt.Errorf("no free username for %s", name)
}

func numbered(name, number string) string {
	return name[:min(len(name), maxUsername-len(number))] + number
}
