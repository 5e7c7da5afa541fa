package contact

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func TestSendToMember(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newService(db, "")
		newUser := func(name string, confirmed bool) *auth.Caller {
			caller := &auth.Caller{Username: name}
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				c := account.NewUser(tx, name, name+"@example.com", "", now)
				if confirmed {
					c.SetEmailVerifiedAt(now)
				}
				u, err := c.Save(ctx)
				if err == nil {
					caller.UserID = u.ID
				}
				return err
			}))
			return caller
		}
		ada, ben, newcomer := newUser("ada", true), newUser("ben", true), newUser("newcomer", false)
		send := func(from *auth.Caller, to uuid.UUID, text, code string) {
			t.Helper()
			err := s.SendToMember(t.Context(), from, to, "Your\nkiln", text)
			if f := fault.Of(err); (f == nil) != (code == "") || f != nil && f.Code != code {
				t.Errorf("%s sent %q: %v, want %q", from.Username, text, err, code)
			}
		}

		send(ada, ben.UserID, " May I try\nyour kiln? \n", "")
		sent := db.Client().Mail.Query().OnlyX(t.Context())
		if sent.Recipient != "ben@example.com" || sent.ReplyTo != "" || *sent.UserID != ben.UserID ||
			sent.Subject != "ada wrote to you: Your kiln" ||
			!strings.Contains(sent.Text, "May I try\nyour kiln?") ||
			!strings.Contains(sent.Text, "/unsubscribe?token=") ||
			!strings.Contains(sent.Text, "https://board.example/profile/ada?message=Re%3A+Your+kiln") ||
			strings.Contains(sent.Text+sent.HTML, "ada@example.com") ||
			strings.Contains(sent.Text+sent.HTML, "ben@example.com") {
			t.Errorf("mail %+v", sent)
		}
		if answerTo("RE: Your kiln") != "RE: Your kiln" {
			t.Error("an answer to an answer has two marks")
		}
		if err := s.SendToMember(t.Context(), ada, ben.UserID, " \u200b", "Hi"); fault.Of(err) == nil ||
			fault.Of(err).Fields["subject"] == "" {
			t.Errorf("a message without a subject: %v", err)
		}

		send(ada, ben.UserID, " \u200b", "VALIDATION_FAILED")
		send(ada, ada.UserID, "Me", "OWN_ACCOUNT")
		send(ada, uuid.New(), "Nobody", "USER_NOT_FOUND")
		send(newcomer, ben.UserID, "Hi", "EMAIL_NOT_CONFIRMED")
		send(ada, newcomer.UserID, "Hi", "NOT_ACCEPTED")
		for range 4 {
			send(ada, ben.UserID, "Hi", "")
		}
		send(ada, ben.UserID, "Hi", "RATE_LIMITED")

		storetest.Exec(t, db, "DELETE FROM mails")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return tx.NotificationPreference.Create().SetID(uuid.New()).SetUserID(ben.UserID).
				SetKinds(map[string]uint8{"member_message": 0}).Exec(ctx)
		}))
		send(ada, ben.UserID, "Hi", "NOT_ACCEPTED")
		if n := db.Client().Mail.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d mails to somebody who does not want them", n)
		}
		send(ben, ada.UserID, "Hi", "") // who cannot answer
		unanswerable := db.Client().Mail.Query().OnlyX(t.Context())
		if strings.Contains(unanswerable.Text, "?message=") ||
			!strings.Contains(unanswerable.Text, "ben takes no messages, so you cannot answer.") {
			t.Errorf("mail of somebody who takes no messages: %s", unanswerable.Text)
		}
	})
}
