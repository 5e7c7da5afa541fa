package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"
)

// accessTokenPrefix begins every access token, so that people and secret scanners know one when they see it.
const accessTokenPrefix = "uvb_"

// tokenBytes is the randomness of a token, a session's or an access token's.
const tokenBytes = 32

// NewToken makes a token that nobody can guess.
func NewToken() string {
	secret := make([]byte, tokenBytes)
	rand.Read(secret) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(secret)
}

// NewAccessToken makes a token that IsAccessToken knows.
func NewAccessToken() string { return accessTokenPrefix + NewToken() }

// TokenHash is what the database knows of a token, which is random enough for a plain hash.
func TokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// IsToken says whether a text has the length of one that NewToken makes; any other need not be looked for.
func IsToken(text string) bool { return len(text) == base64.RawURLEncoding.EncodedLen(tokenBytes) }

// IsAccessToken tells an access token from a session's, which may by chance begin alike but is shorter.
func IsAccessToken(text string) bool {
	return strings.HasPrefix(text, accessTokenPrefix) && !IsToken(text)
}

// Token is what a request shows to say who calls: the access token of its Authorization header, or else the session's
// token of its cookie; "" without either. A header of another kind is some proxy's business and is passed over.
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
