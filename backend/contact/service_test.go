package contact

import (
	"context"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newService(db *store.DB, to string) *Service {
	clock := now
	return NewService(db, mail.Named("UV Board", "https://board.example"), func() string { return to },
		func() time.Time {
			clock = clock.Add(time.Second)
			return clock
		})
}

func TestSend(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newService(db, "crew@board.example")
		m, err := s.Send(t.Context(), nil, Message{" Ada\nLovelace ", "ada@example.com", "Hi\r\nBcc: all@example.com",
			"First line\nsecond line\n"})
		must.NoError(t, err)
		if m.Name != "Ada Lovelace" || m.Subject != "Hi Bcc: all@example.com" ||
			m.Message != "First line\nsecond line" || m.Status != "new" || m.UserID != nil {
			t.Errorf("message %+v", m)
		}
		sent := db.Client().Mail.Query().OnlyX(t.Context())
		if sent.Recipient != "crew@board.example" || sent.ReplyTo != "ada@example.com" ||
			sent.Subject != "Contact: Hi Bcc: all@example.com" || sent.UserID != nil ||
			!strings.HasPrefix(sent.Text, "Ada Lovelace wrote:\n\nFirst line\nsecond line\n\n") {
			t.Errorf("mail %+v", sent)
		}
		if _, err := s.Send(t.Context(), nil, Message{"Ada", "ada@example.com", "\u200b", "Text"}); fault.Of(
			err) == nil || fault.Of(err).Fields["subject"] == "" {
			t.Errorf("a subject that nobody can see: %v", err)
		}
	})
}

func TestInbox(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newService(db, "")
		caller := &auth.Caller{Username: "ada"}
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			u, err := account.NewUser(tx, "ada", "ada@example.com", "", now).Save(ctx)
			if err == nil {
				caller.UserID = u.ID
			}
			return err
		}))
		for _, subject := range []string{"one", "two", "three"} {
			_, err := s.Send(t.Context(), caller, Message{"Ada", "ada@example.com", subject, "Text"})
			must.NoError(t, err)
		}
		list := func(status string) (subjects []string) {
			t.Helper()
			for token, more := "", true; more; more = token != "" {
				page, next, err := s.List(t.Context(), status, "", 2, token)
				must.NoError(t, err)
				for _, m := range page {
					subjects = append(subjects, m.Subject)
				}
				token = next
			}
			return subjects
		}
		if got := strings.Join(list(""), " "); got != "three two one" {
			t.Errorf("messages %s", got)
		}
		page, _, err := s.List(t.Context(), "", "", 1, "")
		must.NoError(t, err)
		m, err := s.SetStatus(t.Context(), nil, page[0].ID, "done")
		if err != nil || m.Status != "done" || *m.UserID != caller.UserID {
			t.Errorf("done: %+v, %v", m, err)
		}
		if got := strings.Join(list("new"), " ") + "; " + strings.Join(list("done"), " "); got != "two one; three" {
			t.Errorf("new; done: %s", got)
		}
		if _, err := s.SetStatus(t.Context(), nil, caller.UserID, "done"); !fault.IsNotFound(err) {
			t.Errorf("unknown message: %v", err)
		}
		if n := db.Client().Mail.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d mails without a contact address", n)
		}
		_, err = s.Send(t.Context(), nil, Message{"Élise_1%", "hopper@example.com", "four", "Text"})
		must.NoError(t, err)
		for search, want := range map[string]int{"": 4, " ADA ": 3, "ada@example.com": 3, "HOPPER@": 1, "Élise": 1,
			"élise_1%": 1, "example": 0, "%": 0, "_": 0} {
			if found, _, err := s.List(t.Context(), "", search, 10, ""); err != nil || len(found) != want {
				t.Errorf("%q finds %d messages, want %d: %v", search, len(found), want, err)
			}
		}
	})
}

// A message with a website comes from a script.
func TestMessagesOfScriptsAreDropped(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	h := NewHandler(newService(db, "crew@board.example"))
	_, err := h.SendContactMessage(t.Context(), &pb.SendContactMessageRequest{
		Name: "Ada", Email: "ada@example.com", Subject: "Buy", Message: "Now", Website: "https://shop.example",
	})
	must.NoError(t, err)
	if n := db.Client().ContactMessage.Query().CountX(t.Context()) + db.Client().Mail.Query().
		CountX(t.Context()); n != 0 {
		t.Errorf("%d rows are stored", n)
	}
}

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		change  func(r *pb.SendContactMessageRequest)
		message string
	}{
		"Valid": {func(*pb.SendContactMessageRequest) {}, ""},
		// spec: contact.required
		"NoName": {func(r *pb.SendContactMessageRequest) { r.Name = " " }, "Name is required"},
		"LongName": {func(r *pb.SendContactMessageRequest) { r.Name = strings.Repeat("é", 101) },
			"Name must be 100 characters or less"},
		// spec: contact.required
		"NoEmail": {func(r *pb.SendContactMessageRequest) { r.Email = "" }, "Email is required"},
		"TwoEmails": {func(r *pb.SendContactMessageRequest) { r.Email = "ada@example.com, bob@example.com" },
			"Please enter a valid email address"},
		"Headers": {func(r *pb.SendContactMessageRequest) { r.Email = "ada@example.com\r\nBcc: bob@example.com" },
			"Please enter a valid email address"},
		// spec: contact.required
		"NoSubject": {func(r *pb.SendContactMessageRequest) { r.Subject = "" }, "Subject is required"},
		"LongSubject": {func(r *pb.SendContactMessageRequest) { r.Subject = strings.Repeat("é", 201) },
			"Subject must be 200 characters or less"},
		// spec: contact.required
		"NoMessage": {func(r *pb.SendContactMessageRequest) { r.Message = "\n" }, "Message is required"},
		"LongMessage": {func(r *pb.SendContactMessageRequest) { r.Message = strings.Repeat("é", 5001) },
			"Message must be 5,000 characters or less"},
		"Fast": {func(r *pb.SendContactMessageRequest) { r.SecondsTaken = new(int32(2)) }, "That was fast."},
		"Slow": {func(r *pb.SendContactMessageRequest) { r.SecondsTaken = new(int32(3)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &pb.SendContactMessageRequest{Name: "Ada", Email: "ada@example.com", Subject: "Kilns",
				Message: "They burn."}
			test.change(r)
			err := protovalidate.Validate(r)
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
}
