package auth

import (
	"net/http"
	"time"
)

// CookieName is the name of the session cookie.
const CookieName = "uvboard_session"

// Cookies writes the session cookie.
type Cookies struct {
	Secure bool // true when the public origin is https
}

// Set adds the session cookie to a response header.
func (c Cookies) Set(header http.Header, token string, expires time.Time) {
	c.write(header, &http.Cookie{Value: token, Expires: expires, MaxAge: max(1, int(time.Until(expires).Seconds()))})
}

// Clear adds a header that removes the session cookie from the browser.
func (c Cookies) Clear(header http.Header) {
	c.write(header, &http.Cookie{Expires: time.Unix(1, 0), MaxAge: -1})
}

func (c Cookies) write(header http.Header, cookie *http.Cookie) {
	cookie.Name, cookie.Path = CookieName, "/"
	cookie.HttpOnly, cookie.SameSite, cookie.Secure = true, http.SameSiteLaxMode, c.Secure
	header.Add("Set-Cookie", cookie.String())
}
