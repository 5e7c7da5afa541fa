// Package page holds what every paged list shares: its size and its opaque tokens, which carry a keyset position.
package paging

import (
	"encoding/base64"
	"encoding/json"

	"uvboard/backend/platform/fault"
)

// Sizes of a page.
const (
	DefaultSize = 20
	MaxSize     = 100
)

// maxToken is more bytes than any token has.
const maxToken = 1024

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

// content is what a token says. T is where a page ended, a small struct.
type content[T any] struct {
	List     string `json:"l"`
	Position T      `json:"p"`
}

// Token makes a position in a list opaque. The list's name stands for all that was asked of it, its order too, so that
// a token goes on with no other.
func Token[T any](list string, position T) (string, error) {
	text, err := json.Marshal(content[T]{list, position})
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// Cut makes a page of what was read of a list, one more than fits when the list goes on. Next is then the token of what
// comes after it; at tells where in the list a thing is.
func Cut[T, P any](list string, read []T, size int, at func(T) P) (page []T, next string, err error) {
	if len(read) <= size {
		return read, "", nil
	}
	page = read[:size]
	next, err = Token(list, at(page[size-1]))
	return page, next, err
}

// Parse reads a position back; nil without a token. Anything but a token of this list is a fault.
func Parse[T any](list, token string) (*T, error) {
	if token == "" {
		return nil, nil
	}
	if len(token) > maxToken {
		return nil, Invalid()
	}
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, Invalid()
	}
	var read content[T]
	if err := json.Unmarshal(text, &read); err != nil || read.List != list {
		return nil, Invalid()
	}
	return &read.Position, nil
}

// Invalid is the fault of a token that was not given out for this list.
func Invalid() error {
	return fault.Invalid("cursor", "The cursor is not valid. Start again from the first page.")
}
