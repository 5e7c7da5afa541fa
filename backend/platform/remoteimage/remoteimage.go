// Package remoteimage makes the addresses on this site of images on other sites. Pages load such images from this site,
// so that the other sites do not learn who reads a page.
package remoteimage

import (
	"context"
	"encoding/base64"
	"slices"

	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// Prefix begins the address of every image of another site.
const Prefix = "/images/"

// purpose names the secret that signs addresses. Without a signature, anybody could fetch anything through this site.
const purpose = "images"

// Addresses returns the addresses on this site of images on other sites.
func Addresses(ctx context.Context, db *store.DB, sources []string) (map[string]string, error) {
	secret, err := signing.Existing(ctx, db.Client(), purpose)
	if err == nil && secret == nil {
		err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			secret, err = signing.Secret(ctx, tx, purpose)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	addresses := make(map[string]string, len(sources))
	for _, source := range sources {
		addresses[source] = Prefix +
			base64.RawURLEncoding.EncodeToString(slices.Concat(signing.Sign(secret, []byte(source)), []byte(source)))
	}
	return addresses, nil
}

// Source returns the URL in the last part of an address, or "" if this board did not sign it.
func Source(ctx context.Context, client *ent.Client, key string) (string, error) {
	content, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || len(content) <= signing.Size {
		return "", nil
	}
	secret, err := signing.Existing(ctx, client, purpose)
	if err != nil || !signing.Valid(secret, content[signing.Size:], content[:signing.Size]) {
		return "", err
	}
	return string(content[signing.Size:]), nil
}
