package access_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
)

func TestToken(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ada, _ := signintest.Register(t, s, "Ada")
		grace, _ := signintest.Register(t, s, "Grace")
		create := func(t *testing.T, days int) (*ent.AccessToken, string) {
			t.Helper()
			made, secret, err := s.CreateToken(t.Context(), ada.ID, " Backup script ", days)
			must.NoError(t, err)
			return made, secret
		}
		refused := func(t *testing.T, token string) {
			t.Helper()
			_, err := s.Authenticate(t.Context(), token)
			signintest.WantFault(t, err, fault.KindUnauthenticated, "INVALID_TOKEN",
				"The access token is unknown or has expired.")
		}

		t.Run("AuthenticatesItsOwner", func(t *testing.T) {
			made, secret := create(t, 0)
			if len(secret) != 47 || !strings.HasPrefix(secret, "uvb_") ||
				strings.Contains(made.TokenHash, secret[4:]) || len(made.TokenHash) != 64 {
				t.Errorf("token %q, stored as %q", secret, made.TokenHash)
			}
			if made.Name != "Backup script" || !made.ExpiresAt.Equal(made.CreatedAt.Add(90*day)) {
				t.Errorf("%+v", made)
			}
			caller, err := s.Authenticate(t.Context(), secret)
			if err != nil || caller.UserID != ada.ID || caller.Username != "Ada" || caller.IsAdmin() ||
				caller.SessionID != uuid.Nil {
				t.Errorf("caller %+v, err %v", caller, err)
			}
		})
		t.Run("HasScopes", func(t *testing.T) {
			_, _, err := s.CreateToken(t.Context(), grace.ID, "script", 1, auth.ScopeRead, auth.ScopeModerate)
			signintest.WantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED",
				"Only moderators and admins may choose the scopes moderate and admin")
			storetest.Exec(t, db, "UPDATE users SET role = 'moderator' WHERE id = $1", grace.ID)
			_, _, err = s.CreateToken(t.Context(), grace.ID, "script", 1, auth.ScopeModerate, auth.ScopeAdmin)
			signintest.WantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED",
				"Only admins may choose the scope admin")
			for want, scopes := range map[bool][]auth.Scope{false: {auth.ScopeWrite}, true: {auth.ScopeModerate}} {
				made, secret, err := s.CreateToken(t.Context(), grace.ID, "script", 1, scopes...)
				must.NoError(t, err)
				if found := signintest.Caller(t, s, secret); found.Moderates() != want || found.IsAdmin() {
					t.Errorf("a moderator's token with %v has the role %q", scopes, found.Role)
				}
				must.NoError(t, s.DeleteToken(t.Context(), grace.ID, made.ID))
			}
			must.NoError(t, s.GrantAdmin(t.Context(), "Grace"))
			read, write := auth.Rule{Level: auth.User, Callers: auth.Tokens, Limit: auth.LimitRead},
				auth.Rule{Level: auth.User, Callers: auth.Tokens, Limit: auth.LimitThread}
			moderate, admin := auth.Rule{Level: auth.Admin, Callers: auth.Tokens, Scope: auth.ScopeModerate},
				auth.Rule{Level: auth.Admin, Callers: auth.Tokens, Limit: auth.LimitRead}
			rules := []auth.Rule{read, write, moderate, admin}
			allowed := func(secret string) string {
				found := signintest.Caller(t, s, secret)
				text := fmt.Sprint(found.IsAdmin())
				for i, rule := range rules {
					if err := rule.Admit(found); err == nil {
						text += fmt.Sprint(" ", i)
					} else if fault.Of(err).Code != "SCOPE" {
						t.Error(err)
					}
				}
				return text
			}
			for want, scopes := range map[string][]auth.Scope{
				"false 0 1": nil, "false 0": {auth.ScopeRead}, "false 1": {auth.ScopeWrite, auth.ScopeWrite},
				"true 0 2": {auth.ScopeModerate, auth.ScopeRead},
				"true 3":   {auth.ScopeAdmin}, "true 0 1 2 3": {auth.ScopeRead, auth.ScopeWrite, auth.ScopeModerate,
					auth.ScopeAdmin},
			} {
				made, secret, err := s.CreateToken(t.Context(), grace.ID, "script", 1, scopes...)
				must.NoError(t, err)
				if got := allowed(secret); got != want {
					t.Errorf("scopes %v: %s, want %s", scopes, got, want)
				}
				must.NoError(t, s.DeleteToken(t.Context(), grace.ID, made.ID))
			}
			// A token from before scopes does what its owner may, also when that changes.
			made, secret, err := s.CreateToken(t.Context(), grace.ID, "script", 1)
			must.NoError(t, err)
			storetest.Exec(t, db, "UPDATE access_tokens SET scopes = NULL WHERE id = $1", made.ID)
			if got := allowed(secret); got != "true 0 1 2 3" {
				t.Errorf("a token from before scopes: %s", got)
			}
			must.NoError(t, s.RevokeAdmin(t.Context(), "Grace", true))
			if found := signintest.Caller(t, s, secret); found.IsAdmin() {
				t.Error("a token exceeds its owner")
			}
			must.NoError(t, s.DeleteToken(t.Context(), grace.ID, made.ID))
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			for _, token := range []string{"uvb_", "uvb_" + strings.Repeat("A", 43),
				"uvb_" + strings.Repeat("A", 5000)} {
				refused(t, token)
			}
		})
		t.Run("ErrExpired", func(t *testing.T) {
			_, secret := create(t, 1)
			clock.Pass(day - time.Second)
			if _, err := s.Authenticate(t.Context(), secret); err != nil {
				t.Error(err)
			}
			clock.Pass(time.Second)
			refused(t, secret)
		})
		t.Run("RecordsItsUseOnceAnHour", func(t *testing.T) {
			made, secret := create(t, 7)
			used := func() *time.Time {
				t.Helper()
				if _, err := s.Authenticate(t.Context(), secret); err != nil {
					t.Fatal(err)
				}
				row, err := db.Client().AccessToken.Get(t.Context(), made.ID)
				must.NoError(t, err)
				return row.LastUsedAt
			}
			first := used()
			clock.Pass(59 * time.Minute)
			if again := used(); !again.Equal(*first) {
				t.Errorf("recorded again after 59 minutes: %v, %v", first, again)
			}
			clock.Pass(time.Minute)
			if later := used(); !later.Equal(first.Add(time.Hour)) {
				t.Errorf("recorded %v, first %v", later, first)
			}
		})
		t.Run("OnlyTheOwnerDeletesIt", func(t *testing.T) {
			made, secret := create(t, 7)
			signintest.WantFault(t, s.DeleteToken(t.Context(), grace.ID, made.ID), fault.KindNotFound,
				"TOKEN_NOT_FOUND", "Access token not found")
			if _, err := s.Authenticate(t.Context(), secret); err != nil {
				t.Error(err)
			}
			must.NoError(t, s.DeleteToken(t.Context(), ada.ID, made.ID))
			refused(t, secret)
			signintest.WantFault(t, s.DeleteToken(t.Context(), ada.ID, made.ID), fault.KindNotFound, "TOKEN_NOT_FOUND",
				"Access token not found")
		})
		t.Run("ErrInvisibleName", func(t *testing.T) {
			_, _, err := s.CreateToken(t.Context(), ada.ID, "\u200b", 1)
			signintest.WantFault(t, err, fault.KindInvalid, "VALIDATION_FAILED", "Name is required")
		})
		t.Run("ErrMoreThanTwenty", func(t *testing.T) {
			signintest.Race(t, 25, 20, func(i int) error {
				_, _, err := s.CreateToken(t.Context(), grace.ID, fmt.Sprint(i), 1)
				return err
			}, func(err error) {
				signintest.WantFault(t, err, fault.KindBlocked, "TOO_MANY_TOKENS",
					"You can have 20 access tokens at most. Delete one first.")
			})
			listed, err := s.ListTokens(t.Context(), grace.ID)
			if err != nil || len(listed) != 20 {
				t.Errorf("%d listed, err %v; want 20", len(listed), err)
			}
			clock.Pass(day)
			if _, _, err := s.CreateToken(t.Context(), grace.ID, "after the others", 1); err != nil {
				t.Errorf("expired ones still count: %v", err)
			}
			if listed, err = s.ListTokens(t.Context(), grace.ID); err != nil || len(listed) != 1 {
				t.Errorf("%d listed, err %v; want 1", len(listed), err)
			}
		})
		t.Run("ListsNewestFirst", func(t *testing.T) {
			clock.Pass(time.Minute)
			newest, _ := create(t, 3)
			tokens, err := s.ListTokens(t.Context(), ada.ID)
			if err != nil || len(tokens) < 2 || tokens[0].ID != newest.ID {
				t.Fatalf("tokens %v, err %v", tokens, err)
			}
			for _, token := range tokens {
				if token.UserID != ada.ID {
					t.Errorf("lists another's token %v", token)
				}
			}
		})
	})
}
