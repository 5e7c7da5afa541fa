package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"
)

// accessTokenPrefix lets people and secret scanners recognize access tokens.
const accessTokenPrefix = "uvb_"

const tokenBytes = 32

// NewToken returns a random session token.
func NewToken() string {
	secret := make([]byte, tokenBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(secret)
}

// NewAccessToken returns a random access token.
func NewAccessToken() string { return accessTokenPrefix + NewToken() }

// TokenHash returns the hash under which the database stores a token. A plain hash suffices, since tokens are random.
func TokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// IsToken reports whether a text has the length of a session token.
func IsToken(text string) bool { return len(text) == base64.RawURLEncoding.EncodedLen(tokenBytes) }

// IsAccessToken reports whether a text is an access token. A session token can begin with the same prefix but is
// shorter.
func IsAccessToken(text string) bool {
	return strings.HasPrefix(text, accessTokenPrefix) && !IsToken(text)
}

// Token returns the access token of the Authorization header, else the session token of the cookie, else "". Other
// kinds of Authorization are ignored, since a proxy may use them.
func Token(header http.Header) string {
	scheme, credentials, _ := strings.Cut(header.Get("Authorization"), " ")
	if credentials = strings.TrimSpace(credentials); strings.EqualFold(scheme, "Bearer") && IsAccessToken(credentials) {
		return credentials
	}
	cookie, err := (&http.Request{Header: header}).Cookie(CookieName)
	if err != nil || IsAccessToken(cookie.Value) {
		return ""
	}
	return cookie.Value
}
