package account

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/rest"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/invitation"
	entmail "uvboard/ent/mail"
	"uvboard/ent/mailtoken"
)

// Domain returns the contributions of accounts to the board. Package signin serves the calls of AccountService.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s, auth.Cookies{}) // to read pages, which set no cookie
	return domain.Domain{
		Name:   "account",
		Pages:  h.Pages(),
		Jobs:   []jobs.Job{{Name: "delete expired sessions and tokens", Every: 5 * time.Minute, Run: s.Sweep}},
		Mails:  s.mails.examples(),
		Checks: checks(), Counted: []string{"users", "counters"},
		Exports: []domain.Export{
			{Name: "invitations.json", About: "your invitations", Of: "invitations.user_id",
				Write: s.exportInvitations},
			{Name: "mails.json", About: "recent mails to you, without the links in them", Of: "mails.user_id",
				Write: s.exportMails},
		},
	}
}

func checks() []domain.Check {
	all := []domain.Check{stats.Check(stats.Users, "SELECT COUNT(*) FROM users WHERE deleted_at IS NULL")}
	tables := []string{mailtoken.Table, entmail.Table}
	for _, kind := range attached {
		tables = append(tables, kind.table)
	}
	for _, table := range tables {
		all = append(all, domain.Check{What: table + " of a deleted account", Query: fmt.Sprintf(
			`SELECT u.id, COUNT(*) AS stored, 0 AS counted FROM users u JOIN %s t ON t.user_id = u.id
			WHERE u.deleted_at IS NOT NULL GROUP BY u.id`, table)})
	}
	return append(all, domain.Check{What: "person of a deleted account",
		Query: `SELECT id, 1 AS stored, 0 AS counted FROM users
		WHERE deleted_at IS NOT NULL AND (role <> 'member' OR (username || email || password_hash || avatar || bio || location || website || github || twitter || linkedin || suspension_reason) <> '')`})
}

func (s *Service) exportInvitations(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "invitations.json", func(after uuid.UUID) ([]*ent.Invitation, error) {
		return s.db.Client().Invitation.Query().Where(invitation.UserID(u.ID), invitation.IDGT(after)).
			Order(invitation.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(row *ent.Invitation) (uuid.UUID, any) {
		return row.ID, json.RawMessage(rest.JSON(invitationToProto(row)))
	})
}

func (s *Service) exportMails(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "mails.json", func(after uuid.UUID) ([]*ent.Mail, error) {
		return s.db.Client().Mail.Query().Where(entmail.UserID(u.ID), entmail.IDGT(after)).
			Order(entmail.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(m *ent.Mail) (uuid.UUID, any) {
		return m.ID, struct {
			Recipient string     `json:"recipient"`
			Subject   string     `json:"subject"`
			State     string     `json:"state"`
			CreatedAt time.Time  `json:"createdAt"`
			SentAt    *time.Time `json:"sentAt"`
		}{m.Recipient, m.Subject, m.State, m.CreatedAt.UTC(), archive.UTC(m.SentAt)}
	})
}
