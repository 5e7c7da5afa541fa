// Package page holds what every paged list shares: its size and its opaque tokens, which carry a keyset position.
package page

import (
	"encoding/base64"
	"encoding/json"

	"uvboard/backend/fault"
)

// Sizes of a page.
const (
	DefaultSize = 20
	MaxSize     = 100
)

// Size turns an asked-for size into the one to serve: none means def, too many means MaxSize.
func Size(asked int32, def int) int {
	switch {
	case asked <= 0:
		return def
	case asked > MaxSize:
		return MaxSize
	default:
		return int(asked)
	}
}

// Token makes position opaque. Position is a small struct that names its list, so that a token of one order is refused
// by another.
func Token[T any](position T) (string, error) {
	text, err := json.Marshal(position)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// Parse reads a token back; nil without one. Anything but a token of this form is a fault.
func Parse[T any](token string) (*T, error) {
	if token == "" {
		return nil, nil
	}
	if len(token) > 1024 {
		return nil, Invalid()
	}
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, Invalid()
	}
	position := new(T)
	if err := json.Unmarshal(text, position); err != nil {
		return nil, Invalid()
	}
	return position, nil
}

// Invalid is the fault of a token that was not given out for this list.
func Invalid() error {
	return fault.Invalid("cursor", "The cursor is not valid. Start again from the first page.")
}
