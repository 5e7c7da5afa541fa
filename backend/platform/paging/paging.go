// Package paging has the page sizes of lists, and opaque page tokens that carry a keyset position.
package paging

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"strconv"

	"uvboard/backend/platform/fault"
)

// Page sizes.
const (
	DefaultSize = 20
	MaxSize     = 100
)

const maxTokenLength = 1024

// Size returns the page size to serve: def if none is requested, at most MaxSize.
func Size(requested int32, def int) int {
	if requested <= 0 {
		return def
	}
	return min(int(requested), MaxSize)
}

// content is the JSON of a token.
type content[T any] struct {
	List     string `json:"l"`
	Position T      `json:"p"`
}

// Token returns the token of a position in a list. List identifies the filters and the order, so that another list
// rejects the token.
func Token[T any](list string, position T) (string, error) {
	text, err := json.Marshal(content[T]{list, position})
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// ListName returns a short name, for Token, of the list with these filters and this order.
func ListName(parts ...string) string {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p)) // never fails
		h.Write([]byte{0})
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// Cut returns the first size rows as a page, and the token of the next page, empty on the last one. The caller reads
// size+1 rows, so that Cut knows whether there is a next page. position returns the position of a row.
func Cut[T, P any](list string, rows []T, size int, position func(T) P) (page []T, next string, err error) {
	if len(rows) <= size {
		return rows, "", nil
	}
	page = rows[:size]
	next, err = Token(list, position(page[size-1]))
	return page, next, err
}

// Parse returns the position of a token, nil for an empty one. A token of another list is a fault.
func Parse[T any](list, token string) (*T, error) {
	if token == "" {
		return nil, nil
	}
	if len(token) > maxTokenLength {
		return nil, Invalid()
	}
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, Invalid()
	}
	var c content[T]
	if err := json.Unmarshal(text, &c); err != nil || c.List != list {
		return nil, Invalid()
	}
	return &c.Position, nil
}

// Invalid is the fault of a token that Token did not return for this list.
func Invalid() error {
	return fault.Invalid("cursor", "The cursor is not valid. Start again from the first page.")
}
