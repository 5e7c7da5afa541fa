// Package signing signs values that leave the board and come back, such as the tokens of links in mails.
package signing

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"uvboard/ent"
)

// Size is the length of a signature in bytes.
const Size = 16

const secretBytes = 32

// Secret returns the board's secret for a purpose, such as "unsubscribe". The secret is made at its first use, so tx
// must be able to write. All servers have the same one.
func Secret(ctx context.Context, tx *ent.Client, purpose string) ([]byte, error) {
	secret, err := Existing(ctx, tx, purpose)
	if err != nil || secret != nil {
		return secret, err
	}
	secret = make([]byte, secretBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	// Several servers may be the first at once.
	if _, err := tx.ExecContext(ctx, "INSERT INTO keys (id, secret) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
		purpose, secret); err != nil {
		return nil, fmt.Errorf("make the secret %s: %w", purpose, err)
	}
	return Existing(ctx, tx, purpose)
}

// Existing returns the board's secret for a purpose, nil if nothing was signed with it yet.
func Existing(ctx context.Context, client *ent.Client, purpose string) ([]byte, error) {
	stored, err := client.Key.Get(ctx, purpose)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the secret %s: %w", purpose, err)
	}
	return stored.Secret, nil
}

// Sign returns the signature of a value with a secret of the board.
func Sign(secret, value []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(value)
	return mac.Sum(nil)[:Size]
}

// Valid reports whether the board signed a value. Nothing is valid without a secret.
func Valid(secret, value, signature []byte) bool {
	return secret != nil && hmac.Equal(signature, Sign(secret, value))
}

// sealed is the content of a token.
type sealed struct {
	Value json.RawMessage
	Until time.Time
}

// Seal returns a token with a value and a signature. Open reads it until a time. The value is not encrypted. tx must be
// able to write.
func Seal(ctx context.Context, tx *ent.Client, purpose string, value any, until time.Time) (string, error) {
	secret, err := Secret(ctx, tx, purpose)
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	content, err := json.Marshal(sealed{raw, until})
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(Sign(secret, content), content...)), nil
}

// Open reads the value of a token of Seal and reports whether the token is valid at the time now.
func Open(ctx context.Context, client *ent.Client, purpose, token string, value any, now time.Time) (bool, error) {
	bytes, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(bytes) < Size {
		return false, nil
	}
	secret, err := Existing(ctx, client, purpose)
	if err != nil || !Valid(secret, bytes[Size:], bytes[:Size]) {
		return false, err
	}
	var s sealed
	if err := json.Unmarshal(bytes[Size:], &s); err != nil || !s.Until.After(now) {
		return false, err
	}
	return true, json.Unmarshal(s.Value, value)
}
