// Package signing signs values that leave the board and come back, such as the tokens of links in mails.
package signing

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"

	"uvboard/ent"
)

// Size is the length of a signature in bytes.
const Size = 16

const secretBytes = 32

// Secret returns the board's secret for a purpose, such as "unsubscribe". The secret is made at its first use, so tx must be able to
// write. All servers have the same one.
func Secret(ctx context.Context, tx *ent.Client, purpose string) ([]byte, error) {
	secret, err := Existing(ctx, tx, purpose)
	if err != nil || secret != nil {
		return secret, err
	}
	secret = make([]byte, secretBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	// Several servers may be the first at once.
	if _, err := tx.ExecContext(ctx, "INSERT INTO keys (id, secret) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", purpose, secret); err != nil {
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
