package account

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/rest"
	"uvboard/ent"
	"uvboard/ent/invitation"
	entmail "uvboard/ent/mail"
	"uvboard/ent/securityevent"
	entsession "uvboard/ent/session"
)

func (s *Service) exportSessions(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "sessions.json", func(after uuid.UUID) ([]*ent.Session, error) {
		return s.db.Client().Session.Query().Where(entsession.UserID(u.ID), entsession.ExpiresAtGT(w.At), entsession.IDGT(after)).
			Order(entsession.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(session *ent.Session) (uuid.UUID, any) {
		return session.ID, struct {
			ID        uuid.UUID `json:"id"`
			UserAgent string    `json:"userAgent"`
			Network   string    `json:"network"`
			CreatedAt time.Time `json:"createdAt"`
			UsedAt    time.Time `json:"lastUsedAt"`
			ExpiresAt time.Time `json:"expiresAt"`
		}{session.ID, session.UserAgent, session.Network, session.CreatedAt.UTC(), session.LastUsedAt.UTC(), session.ExpiresAt.UTC()}
	})
}

func (s *Service) exportSecurityEvents(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "security-events.json", func(after uuid.UUID) ([]*ent.SecurityEvent, error) {
		return s.db.Client().SecurityEvent.Query().Where(securityevent.UserID(u.ID), securityevent.IDGT(after)).
			Order(securityevent.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(row *ent.SecurityEvent) (uuid.UUID, any) {
		return row.ID, json.RawMessage(rest.JSON(securityEventToProto(row)))
	})
}

func (s *Service) exportTokens(ctx context.Context, w *archive.Writer, u *ent.User) error {
	tokens, err := u.QueryAccessTokens().All(ctx) // few, because their number is limited
	if err != nil {
		return err
	}
	return w.List("tokens.json", func(add func(any) error) error {
		for _, token := range tokens {
			if err := add(json.RawMessage(rest.JSON(TokenToProto(token)))); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) exportApps(ctx context.Context, w *archive.Writer, u *ent.User) error {
	apps, err := s.ListApps(ctx, u.ID)
	if err != nil {
		return err
	}
	return w.List("connected-apps.json", func(add func(any) error) error {
		for _, app := range apps {
			if err := add(json.RawMessage(rest.JSON(AppToProto(app)))); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) exportInvitations(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "invitations.json", func(after uuid.UUID) ([]*ent.Invitation, error) {
		return s.db.Client().Invitation.Query().Where(invitation.UserID(u.ID), invitation.IDGT(after)).Order(invitation.ByID()).Limit(archive.PageSize).All(ctx)
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

func (s *Service) exportIdentities(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.ListIdentities(ctx, u.ID)
	if err != nil {
		return err
	}
	return w.List("logins.json", func(add func(any) error) error {
		for _, row := range rows {
			if err := add(json.RawMessage(rest.JSON(s.identityToProto(row)))); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) exportPasskeys(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.ListPasskeys(ctx, u.ID)
	if err != nil {
		return err
	}
	return w.List("passkeys.json", func(add func(any) error) error {
		for _, row := range rows {
			if err := add(json.RawMessage(rest.JSON(PasskeyToProto(row)))); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) exportFactor(ctx context.Context, w *archive.Writer, u *ent.User) error {
	row, err := s.authenticatorOf(ctx, s.db.Client(), u.ID)
	if err != nil {
		return err
	}
	return w.List("second-factor.json", func(add func(any) error) error {
		if row == nil {
			return nil
		}
		kind := "totp"
		if row.Secret == "" && len(row.RecoveryHashes) > 0 {
			kind = "recovery codes"
		}
		return add(struct {
			Kind          string     `json:"kind"`
			ConfirmedAt   *time.Time `json:"confirmedAt"`
			RecoveryCodes int        `json:"recoveryCodes"`
		}{kind, archive.UTC(row.ConfirmedAt), len(row.RecoveryHashes)})
	})
}
