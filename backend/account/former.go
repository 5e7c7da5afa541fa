package account

import (
	"context"
	"encoding/base64"
	"fmt"

	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/formername"
)

const formerPurpose = "former usernames" // of the secret that hides the addresses of deleted accounts

// keepUsername reserves the username of an account that is being deleted, for a year and for a registration with the
// same email address: texts still mention the name, and it must not become another person's. Demo accounts are
// nobody's.
func (s *Service) keepUsername(ctx context.Context, tx *ent.Client, u *ent.User) error {
	if u.IsDemo {
		return nil
	}
	secret, err := signing.Secret(ctx, tx, formerPurpose)
	if err != nil {
		return err
	}
	// An earlier account may have had it.
	if _, err := tx.FormerName.Delete().Where(formername.UsernameKey(u.UsernameKey)).Exec(ctx); err != nil {
		return fmt.Errorf("keep a username: %w", err)
	}
	err = tx.FormerName.Create().SetID(store.NewID(s.now())).SetUsernameKey(u.UsernameKey).
		SetEmailMAC(emailMAC(secret, u.Email)).
		SetExpiresAt(s.now().AddDate(1, 0, 0)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("keep a username: %w", err)
	}
	return nil
}

func emailMAC(secret []byte, email string) string {
	return base64.RawURLEncoding.EncodeToString(signing.Sign(secret, []byte(Key(email))))
}

// keptUsernames returns those of some keys of usernames that are reserved for deleted accounts with another email
// address. Ask it after the table of users, so that a name is in one of the two answers if its account is deleted
// between them.
func (s *Service) keptUsernames(ctx context.Context, client *ent.Client, email string,
	keys ...string) (kept []string, err error) {
	rows, err := client.FormerName.Query().
		Where(formername.UsernameKeyIn(keys...), formername.ExpiresAtGT(s.now())).Limit(len(keys)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for former usernames: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	secret, err := signing.Existing(ctx, client, formerPurpose)
	if err != nil {
		return nil, err
	}
	own := emailMAC(secret, email)
	for _, row := range rows {
		if row.EmailMAC != own {
			kept = append(kept, row.UsernameKey)
		}
	}
	return kept, nil
}
