package mail

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"uvboard/backend/platform/signing"
	"uvboard/ent"
	"uvboard/ent/notificationpreference"
)

// purpose names the secret that signs unsubscribe links.
const purpose = "unsubscribe"

// IsOff reports whether a user has switched off an optional category. Only notifications have several rows in the
// preferences, which their domain reads.
func IsOff(ctx context.Context, tx *ent.Client, userID uuid.UUID, category Category) (bool, error) {
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
	channels, chosen := p.Kinds[category.Name]
	return chosen && channels == 0, nil
}

// unsubscribe returns the link that switches off an optional category for a user. It is valid forever, because people
// open old mails, and is signed instead of stored, because each mail has one.
func (b Board) unsubscribe(ctx context.Context, tx *ent.Client, userID uuid.UUID, category string) (string, error) {
	secret, err := signing.Secret(ctx, tx, purpose)
	if err != nil {
		return "", err
	}
	token := slices.Concat(userID[:], signing.Sign(secret, slices.Concat(userID[:], []byte(category))),
		[]byte(category))
	return b.Link("/unsubscribe", base64.RawURLEncoding.EncodeToString(token)), nil
}

// ReadUnsubscribe returns the user and the name of the category in the token of an unsubscribe link. It reports false
// if this board did not sign the token.
func ReadUnsubscribe(ctx context.Context, client *ent.Client,
	token string) (userID uuid.UUID, category string, ok bool, err error) {
	content, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(content) < len(userID)+signing.Size {
		return uuid.Nil, "", false, nil
	}
	secret, err := signing.Existing(ctx, client, purpose)
	if err != nil {
		return uuid.Nil, "", false, err
	}
	rest := content[copy(userID[:], content):]
	category = string(rest[signing.Size:])
	return userID, category, signing.Valid(secret, slices.Concat(userID[:], []byte(category)), rest[:signing.Size]), nil
}
