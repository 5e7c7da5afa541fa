package account_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/altcha-org/altcha-lib-go"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	"uvboard/ent/schema"
	"uvboard/ent/usedchallenge"
	"uvboard/ent/user"
)

// setBoard stores settings of the board.
func setBoard(t *testing.T, db *store.DB, at time.Time, set func(*ent.BoardCreate)) {
	t.Helper()
	signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
		row := tx.Board.Create().SetID(uuid.MustParse("00000000-0000-7000-8000-000000000001")).
			SetFooterLinks([]schema.FooterLink{}).SetCreatedAt(at).SetUpdatedAt(at)
		set(row)
		return row.Exec(ctx)
	})
}

func TestMailDomains(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ctx := t.Context()
		ada, _ := signintest.Register(t, s, "ada")
		setBoard(t, db, clock.Now(), func(b *ent.BoardCreate) { b.SetBlockedMailDomains([]string{"spam.example"}) })
		join := func(username, email, code string) error {
			_, _, err := s.Register(ctx, account.Registration{Username: username, Email: email, Password: "vibecoding",
				Invitation: code}, access.Client{})
			return err
		}
		refused := func(err error, field, domain string) {
			t.Helper()
			message := "Please use another email address: this board does not take addresses of " + domain + "."
			signintest.WantFault(t, err, fault.KindInvalid, "EMAIL_NOT_ACCEPTED", message)
			if f := fault.Of(err); f.Fields[field] != message {
				t.Errorf("fields %v", f.Fields)
			}
		}
		refused(join("ben", "ben@mail.Spam.example", ""), "email", "mail.spam.example")
		// The refusal is the same for a taken username and for the address of an account.
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return tx.User.Update().Where(user.ID(ada.ID)).SetEmail("ada@spam.example").SetEmailKey("ada@spam.example").
				Exec(ctx)
		})
		refused(join("ada", "ada@spam.example", ""), "email", "spam.example")
		must.NoError(t, join("ben", "ben@spam.example.org", ""))

		// A change of address, and only of that.
		refused(s.ChangeEmail(ctx, ada.ID, "ada@new.spam.example", "vibecoding"), "newEmail", "new.spam.example")
		signintest.WantFault(t, s.ChangeEmail(ctx, ada.ID, "ada@spam.example", "vibecoding"), fault.KindInvalid,
			"VALIDATION_FAILED", "This is the address your account has already")
		must.NoError(t, s.ChangeEmail(ctx, ada.ID, "ada@example.net", "vibecoding"))
		if got := db.Client().User.GetX(ctx, ada.ID).NewEmail; got != "ada@example.net" {
			t.Errorf("the new address is %q", got)
		}

		// A login at another service, if it would create an account.
		person := oauth.Person{Subject: "1", Username: "cai", Email: "cai@SPAM.example", EmailVerified: true}
		_, _, err := s.LoginWith(ctx, "kiln", person, "", access.Client{})
		refused(err, "email", "spam.example")
		person.Email = "cai@example.org"
		_, _, err = s.LoginWith(ctx, "kiln", person, "", access.Client{})
		must.NoError(t, err)
		person.Email = "cai@spam.example"
		_, _, err = s.LoginWith(ctx, "kiln", person, "", access.Client{})
		must.NoError(t, err)

		// An invitation by a member changes nothing; one by an admin admits the address, once.
		invite := func() string {
			t.Helper()
			_, code, err := s.CreateInvitation(ctx, ada.ID)
			must.NoError(t, err)
			return code
		}
		refused(join("dora", "dora@spam.example", invite()), "email", "spam.example")
		signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
			return tx.User.Update().Where(user.ID(ada.ID)).SetRole(user.RoleAdmin).Exec(ctx)
		})
		code := invite()
		must.NoError(t, join("dora", "dora@spam.example", code))
		refused(join("eve", "eve@spam.example", code), "email", "spam.example")
		code = invite()
		signintest.Race(t, 4, 1, func(i int) error {
			name := "racer" + string(rune('a'+i))
			return join(name, name+"@spam.example", code)
		}, func(err error) {
			if f := fault.Of(err); f.Code != "INVITATION_NEEDED" && f.Code != "EMAIL_NOT_ACCEPTED" {
				t.Errorf("a used invitation: %v", err)
			}
		})
	})
}

func TestProofOfWork(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signin.NewService(db, signintest.Board, clock.Now)
		ctx := t.Context()
		join := func(username, proof string) error {
			_, _, err := s.Register(ctx, account.Registration{Username: username, Email: username + "@example.org",
				Password: "vibecoding", ProofOfWork: proof}, access.Client{})
			return err
		}
		must.NoError(t, join("early", "not needed"))
		setBoard(t, db, clock.Now(), func(b *ent.BoardCreate) { b.SetProofOfWork(true) })
		const missing = "This board asks your browser to solve a small task before you sign up. " +
			"Please let it finish and sign up again."
		refused := func(err error, message string) {
			t.Helper()
			signintest.WantFault(t, err, fault.KindInvalid, "PROOF_OF_WORK_NEEDED", message)
			if f := fault.Of(err); f.Fields["proofOfWork"] != message {
				t.Errorf("fields %v", f.Fields)
			}
		}
		const wrong = "That took too long, or this solution was used already. Please let your browser solve another task."

		refused(join("ada", ""), missing)
		for _, proof := range []string{"x", "e30=", base64.StdEncoding.EncodeToString([]byte(`{"algorithm":"MD5"}`)),
			base64.StdEncoding.EncodeToString([]byte(`[]`))} {
			refused(join("ada", proof), wrong)
		}

		// The proof counts once, and a registration that fails for another reason does not use it up.
		proof := signintest.Solve(t, s)
		signintest.WantFault(t, join("early", proof), fault.KindConflict, "USERNAME_TAKEN", "Username already exists")
		must.NoError(t, join("ada", proof))
		refused(join("ben", proof), wrong)

		// Nor does it count with other words for the same solution.
		solved, err := base64.StdEncoding.DecodeString(proof)
		must.NoError(t, err)
		var used altcha.Payload
		must.NoError(t, json.Unmarshal(solved, &used))
		change := func(edit func(p *altcha.Payload)) string {
			t.Helper()
			p := used
			edit(&p)
			changed, err := json.Marshal(p)
			must.NoError(t, err)
			return base64.StdEncoding.EncodeToString(changed)
		}
		id, rest, _ := strings.Cut(used.Salt, "?")
		for name, edit := range map[string]func(p *altcha.Payload){
			"without the last mark": func(p *altcha.Payload) { p.Salt = strings.TrimSuffix(p.Salt, "&") },
			"another id":            func(p *altcha.Payload) { p.Salt = uuid.NewString() + "?" + rest },
			"a later end":           func(p *altcha.Payload) { p.Salt = id + "?expires=99999999999&" },
			"another number":        func(p *altcha.Payload) { p.Number++ },
			"another algorithm":     func(p *altcha.Payload) { p.Algorithm = "SHA-1" },
			"another signature":     func(p *altcha.Payload) { p.Signature = strings.Repeat("0", 64) },
			"a challenge of nobody": func(p *altcha.Payload) { p.Challenge = strings.Repeat("0", 64) },
		} {
			if f := fault.Of(join("ben", change(edit))); f == nil || f.Code != "PROOF_OF_WORK_NEEDED" {
				t.Errorf("%s: %v", name, f)
			}
		}

		// It counts for 20 minutes, and what is kept of it goes then.
		proof, late := signintest.Solve(t, s), signintest.Solve(t, s)
		clock.Pass(20*time.Minute - time.Second)
		must.NoError(t, join("ben", proof))
		clock.Pass(2 * time.Second)
		refused(join("cai", late), wrong)
		refused(join("cai", proof), wrong)
		kept := db.Client().UsedChallenge.Query().Where(usedchallenge.ExpiresAtGT(clock.Now())).CountX(ctx)
		if all := db.Client().UsedChallenge.Query().CountX(ctx); all != 2 || kept != 0 {
			t.Errorf("%d used challenges, %d of them not expired", all, kept)
		}

		// A login at another service needs none.
		person := oauth.Person{Subject: "1", Username: "dora", Email: "dora@example.org"}
		_, _, err = s.LoginWith(ctx, "kiln", person, "", access.Client{})
		must.NoError(t, err)
	})
}

// Two servers share the key: a challenge of one counts at the other.
func TestProofOfWorkOfAnotherServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		one := signin.NewService(db, signintest.Board, clock.Now)
		two := signin.NewService(db, signintest.Board, clock.Now)
		setBoard(t, db, clock.Now(), func(b *ent.BoardCreate) { b.SetProofOfWork(true) })
		proof := signintest.Solve(t, one)
		signintest.Race(t, 4, 1, func(i int) error {
			name := "racer" + string(rune('a'+i))
			_, _, err := []*signin.Service{one, two}[i%2].Register(t.Context(), account.Registration{Username: name,
				Email: name + "@example.org", Password: "vibecoding", ProofOfWork: proof}, access.Client{})
			return err
		}, func(err error) {
			if f := fault.Of(err); f.Code != "PROOF_OF_WORK_NEEDED" {
				t.Errorf("the proof counts twice: %v", err)
			}
		})
	})
}
