package auth

import (
	"net/http"
	"strings"
	"testing"
)

func TestToken(t *testing.T) {
	access, session := NewAccessToken(), NewToken()
	if !IsAccessToken(access) || IsToken(access) || !IsToken(session) || IsAccessToken(session) {
		t.Errorf("access token %q, session %q", access, session)
	}
	alike := "uvb_" + session[4:] // by chance
	for _, tc := range []struct {
		name, authorization, cookie, want string
	}{
		{name: "Nothing"},
		{name: "Session", cookie: session, want: session},
		{name: "SessionWithThePrefixOfAccessTokens", cookie: alike, want: alike},
		{name: "AccessToken", authorization: "Bearer " + access, want: access},
		{name: "AccessTokenTakesPrecedence", authorization: "bearer  " + access, cookie: session, want: access},
		{name: "BasicAuthorizationIsIgnored", authorization: "Basic dXNlcjpwYXNz", cookie: session, want: session},
		{name: "OtherBearerTokenIsIgnored", authorization: "Bearer eyJhbGciOi", cookie: session, want: session},
		{name: "SessionInAuthorizationIsIgnored", authorization: "Bearer " + session},
		{name: "AccessTokenInCookieIsIgnored", cookie: access},
	} {
		t.Run(tc.name, func(t *testing.T) {
			header := http.Header{"Cookie": {"a=b; " + CookieName + "=" + tc.cookie + "; c=d"}}
			if tc.authorization != "" {
				header.Set("Authorization", tc.authorization)
			}
			if got := Token(header); got != tc.want {
				t.Errorf("token %q, want %q", got, tc.want)
			}
		})
	}
	if NewToken() == session || strings.ContainsAny(session, "+/=") {
		t.Errorf("session token %q", session)
	}
}
