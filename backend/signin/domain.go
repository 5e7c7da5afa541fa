package signin

import (
	"context"
	"encoding/json"
	"time"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of logins to the board.
func Domain(s *Service, cookies auth.Cookies) domain.Domain {
	h := NewHandler(s, cookies)
	return domain.Domain{
		Name: "signin",
		Services: []server.Service{
			server.Mount[uvboardv1connect.AccountServiceHandler](uvboardv1connect.NewAccountServiceHandler, h),
			server.Mount[uvboardv1connect.PasskeyServiceHandler](uvboardv1connect.NewPasskeyServiceHandler, h),
		},
		Routes: h.routes(),
		Pages:  pages(),
		Mails:  s.mails.examples(),
		Exports: []domain.Export{
			{Name: "logins.json", About: "your logins at other services", Of: "identities.user_id",
				Write: s.exportIdentities},
			{Name: "second-factor.json", About: "your second factor, without its secret", Of: "authenticators.user_id",
				Write: s.exportFactor},
			{Name: "passkeys.json", About: "your passkeys, without their keys", Of: "passkeys.user_id",
				Write: s.exportPasskeys},
		},
	}
}

func (s *Service) exportIdentities(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.ListIdentities(ctx, u.ID)
	if err != nil {
		return err
	}
	return archive.ListAll(w, "logins.json",
		rows, func(row *ent.Identity) any { return json.RawMessage(rest.JSON(s.identityToProto(row))) })
}

func (s *Service) exportPasskeys(ctx context.Context, w *archive.Writer, u *ent.User) error {
	rows, err := s.ListPasskeys(ctx, u.ID)
	if err != nil {
		return err
	}
	return archive.ListAll(w, "passkeys.json", rows,
		func(row *ent.Passkey) any { return json.RawMessage(rest.JSON(PasskeyToProto(row))) })
}

func (s *Service) exportFactor(ctx context.Context, w *archive.Writer, u *ent.User) error {
	row, err := s.AuthenticatorOf(ctx, s.db.Client(), u.ID)
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
