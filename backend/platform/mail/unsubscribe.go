package mail

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/notificationpreference"
)

const (
	keyName  = "unsubscribe" // in the table keys
	keyBytes = 32
	macBytes = 16
)

// isOff reports whether a user has switched off an optional category.
func isOff(ctx context.Context, tx *ent.Client, userID uuid.UUID, category Category) (bool, error) {
	if !category.Optional {
		return false, nil
	}
	p, err := tx.NotificationPreference.Query().Where(notificationpreference.UserID(userID)).Only(ctx)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("preferences of a recipient: %w", err)
	}
	return slices.Contains(p.EmailOff, category.Name), nil
}

// unsubscribe returns the link that switches off an optional category for a user. It is valid forever, because people open old mails,
// and is signed instead of stored, because each mail has one.
func (b Board) unsubscribe(ctx context.Context, tx *ent.Client, userID uuid.UUID, category string) (string, error) {
	secret := make([]byte, keyBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	// Several servers may be the first at once.
	if _, err := tx.ExecContext(ctx, "INSERT INTO keys (id, secret) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", keyName, secret); err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	stored, err := tx.Key.Get(ctx, keyName)
	if err != nil {
		return "", fmt.Errorf("key of links: %w", err)
	}
	token := slices.Concat(userID[:], sign(stored.Secret, userID, category), []byte(category))
	return b.Link("/unsubscribe", base64.RawURLEncoding.EncodeToString(token)), nil
}

// ReadUnsubscribe returns the user and the name of the category in the token of an unsubscribe link. It reports false if this board
// did not sign the token.
func ReadUnsubscribe(ctx context.Context, client *ent.Client, token string) (userID uuid.UUID, category string, ok bool, err error) {
	content, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(content) < len(userID)+macBytes {
		return uuid.Nil, "", false, nil
	}
	stored, err := client.Key.Get(ctx, keyName)
	if ent.IsNotFound(err) {
		return uuid.Nil, "", false, nil
	}
	if err != nil {
		return uuid.Nil, "", false, fmt.Errorf("key of links: %w", err)
	}
	rest := content[copy(userID[:], content):]
	category = string(rest[macBytes:])
	return userID, category, hmac.Equal(rest[:macBytes], sign(stored.Secret, userID, category)), nil
}

func sign(secret []byte, userID uuid.UUID, category string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(userID[:])
	mac.Write([]byte(category))
	return mac.Sum(nil)[:macBytes]
}
