package mailqueue

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/auditentry"
)

var category = mail.Category{Name: "greeting", Title: "Greetings"}

func TestMailQueue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		now := func() time.Time {
			at = at.Add(time.Second)
			return at
		}
		log := slog.New(slog.NewTextHandler(io.Discard, nil))
		board := mail.Named("Kiln Board", "https://board.example")
		s := NewService(db, board, now)
		newSender := func(transport mail.Transport) *jobs.Runner {
			return jobs.New(db, mail.NewSender(db, transport, log, now).Jobs(), log, now)
		}
		var user, admin *ent.User
		caller := &auth.Caller{SessionID: store.NewID(at), Role: auth.RoleAdmin}
		add := func(message mail.Message, private bool) *ent.Mail {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				if private {
					_, err := board.Add(ctx, tx, user, user.Email, message, now())
					return err
				}
				return board.AddWithoutUser(ctx, tx, "crew@board.example", message, now())
			}))
			newest, err := mail.List(t.Context(), db, 1)
			must.NoError(t, err)
			return newest[0]
		}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) (err error) {
			if user, err = account.NewUser(tx, "ada", "ada@example.com", "", now()).Save(ctx); err != nil {
				return err
			}
			if admin, err = account.NewUser(tx, "boss", "boss@example.com", "", now()).Save(ctx); err != nil {
				return err
			}
			caller.UserID = admin.ID
			return tx.Session.Create().SetID(caller.SessionID).SetTokenHash("boss").SetUserID(admin.ID).
				SetCreatedAt(now()).SetLastUsedAt(now()).SetProvedAt(now()).
				SetExpiresAt(now().AddDate(1, 0, 0)).Exec(ctx)
		}))

		t.Run("RetriesWhatWasGivenUp", func(t *testing.T) {
			broken := true
			sender := newSender(func(context.Context, *ent.Mail) error {
				if broken {
					return mail.Permanent(errors.New("no such person"))
				}
				return nil
			})
			first, second := add(mail.Message{Category: category, Subject: "One", Paragraphs: []string{"Secret"}},
				true), add(mail.Message{Category: category, Subject: "Two", Paragraphs: []string{"Secret"}}, true)
			if _, err := s.Retry(t.Context(), nil, first.ID); fault.Of(err) == nil ||
				fault.Of(err).Code != "MAIL_NOT_FAILED" {
				t.Errorf("a waiting mail: %v", err)
			}
			must.NoError(t, sender.Work(t.Context()))
			failed, next, err := s.List(t.Context(), mail.Failed, 1, "")
			must.NoError(t, err)
			if len(failed) != 1 || failed[0].ID != second.ID || failed[0].Failure != "no such person" || next == "" {
				t.Errorf("given up: %v", failed)
			}
			if m, err := s.Retry(t.Context(), nil, first.ID); err != nil || m.State != mail.Waiting {
				t.Errorf("retry: %v, %v", m, err)
			}
			if n, err := s.RetryAll(t.Context(), nil); err != nil || n != 1 {
				t.Errorf("%d more are sent again: %v", n, err)
			}
			broken = false
			must.NoError(t, sender.Work(t.Context()))
			sent, _, err := s.List(t.Context(), mail.Sent, 10, "")
			must.NoError(t, err)
			if len(sent) != 2 || sent[0].Text != "" || sent[0].Attempts != 2 {
				t.Errorf("sent: %v", sent)
			}
			if _, err := s.Retry(t.Context(), nil, uuid.New()); !fault.IsNotFound(err) {
				t.Errorf("an unknown mail: %v", err)
			}
		})

		t.Run("SendsWhatWasKeptBeforeThereWasAMailServer", func(t *testing.T) {
			m := add(mail.Message{Category: category, Subject: "Three", Paragraphs: []string{"Secret"}}, true)
			must.NoError(t, newSender(nil).Work(t.Context()))
			if n, err := s.RetryAll(t.Context(), nil); err != nil || n != 0 {
				t.Errorf("%d kept mails are sent unasked: %v", n, err)
			}
			if m, err := s.Retry(t.Context(), nil, m.ID); err != nil || m.State != mail.Waiting {
				t.Errorf("retry: %v, %v", m, err)
			}
			must.NoError(t, newSender(func(context.Context, *ent.Mail) error { return nil }).Work(t.Context()))
			if m = db.Client().Mail.GetX(t.Context(), m.ID); m.State != mail.Sent {
				t.Errorf("mail: %v", m)
			}
		})

		t.Run("SendsATestToAnyAddressAndKeepsItsState", func(t *testing.T) {
			m, err := s.SendTest(t.Context(), caller, "crew@mail.example")
			must.NoError(t, err)
			if m.State != mail.Waiting || m.Recipient != "crew@mail.example" || m.Category != "test" ||
				m.UserID == nil || *m.UserID != admin.ID {
				t.Errorf("test mail: %v", m)
			}
			must.NoError(t, newSender(nil).Work(t.Context()))
			if m = db.Client().Mail.GetX(t.Context(), m.ID); m.State != mail.Kept {
				t.Errorf("without a mail server it is %s", m.State)
			}
			if n := db.Client().AuditEntry.Query().Where(auditentry.Action(actionTest), auditentry.TargetID(m.ID)).
				CountX(t.Context()); n != 1 {
				t.Errorf("%d entries in the audit log", n)
			}
		})

		t.Run("RevealsALinkAndRecordsIt", func(t *testing.T) {
			sender := newSender(nil)
			link := "https://board.example/reset-password?token=" + url.QueryEscape("abc-DEF_1")
			reset := add(mail.Message{Category: category, Subject: "Reset your password",
				Paragraphs: []string{"Follow this link:\n\n" + link + "\n\nIt expires in an hour."}}, true)
			quoted := add(mail.Message{Category: category, Subject: "Contact",
				Paragraphs: []string{"Eve wrote:\n\n" + link}}, false)
			plain := add(mail.Message{Category: category, Subject: "A warning",
				Paragraphs: []string{"See https://board.example/guidelines."}}, true)
			if _, err := s.Reveal(t.Context(), caller, reset.ID); fault.Of(err) == nil ||
				fault.Of(err).Code != "NO_LINK" {
				t.Errorf("a waiting mail: %v", err)
			}
			must.NoError(t, sender.Work(t.Context()))
			if got, err := s.Reveal(t.Context(), caller, reset.ID); err != nil || got != link {
				t.Errorf("link %q, %v", got, err)
			}
			for _, m := range []*ent.Mail{quoted, plain} {
				if _, err := s.Reveal(t.Context(), caller, m.ID); fault.Of(err) == nil ||
					fault.Of(err).Code != "NO_LINK" {
					t.Errorf("%s: %v", m.Subject, err)
				}
			}
			entries := db.Client().AuditEntry.Query().Where(auditentry.Action(actionReveal)).AllX(t.Context())
			if len(entries) != 1 || entries[0].Action != actionReveal || *entries[0].ActorID != admin.ID ||
				entries[0].TargetID != user.ID || entries[0].Reason != "Reset your password" {
				t.Errorf("audit log: %v", entries)
			}
			kept, _, err := s.List(t.Context(), mail.Kept, 10, "")
			must.NoError(t, err)
			for _, m := range kept {
				p := toProto(m)
				if p.HasLink != (m.ID == reset.ID) || strings.Contains(p.String(), "token") {
					t.Errorf("listed: %v", p)
				}
			}
		})
	})
}
