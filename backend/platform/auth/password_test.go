package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
)

func TestPassword(t *testing.T) {
	ctx := t.Context()
	hash, err := HashPassword(ctx, "vibecoding")
	must.NoError(t, err)
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %q is not in PHC form", hash)
	}
	again, err := HashPassword(ctx, "vibecoding")
	must.NoError(t, err)
	if again == hash {
		t.Error("two hashes of one password are equal")
	}
	// A hash with cheaper parameters.
	const older = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$"
	p := hashParams{memory: 64, time: 1, threads: 1, salt: []byte("somesaltsomesalt"), size: 32}
	key, err := p.key(ctx, "vibecoding")
	must.NoError(t, err)
	outdated := older + base64.RawStdEncoding.EncodeToString(key)

	for _, tc := range []struct {
		name, hash, password string
		ok, rehash, fails    bool
	}{
		{name: "RightPassword", hash: hash, password: "vibecoding", ok: true},
		{name: "WrongPassword", hash: hash, password: "vibecodinG"},
		{name: "OldParametersAreRehashed", hash: outdated, password: "vibecoding", ok: true, rehash: true},
		{name: "OldParametersWrongPassword", hash: outdated, password: "x"},
		{name: "UnknownUsername", hash: "", password: "vibecoding"},
		{name: "MalformedHash", hash: "bcrypt", password: "vibecoding", fails: true},
		{name: "TooMuchMemory", hash: "$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$" +
			base64.RawStdEncoding.EncodeToString(key), password: "x", fails: true},
		{name: "ZeroThreads", hash: "$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHRzb21lc2FsdA$" +
			base64.RawStdEncoding.EncodeToString(key), password: "x", fails: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ok, rehash, err := VerifyPassword(ctx, tc.hash, tc.password)
			if ok != tc.ok || rehash != tc.rehash || (err != nil) != tc.fails {
				t.Errorf("got ok %v, rehash %v, err %v; want %v, %v, failure %v", ok, rehash, err, tc.ok, tc.rehash,
					tc.fails)
			}
		})
	}
}

func TestHashesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		must.NoError(t, hashing.Acquire(t.Context(), 2))
		begin := time.Now()
		_, err := HashPassword(t.Context(), "x")
		if f := fault.Of(err); f == nil || f.Code != "BUSY" || f.Status() != 503 || f.RetryAfter != maxWait ||
			time.Since(begin) != maxWait {
			t.Errorf("without room: %v after %v", err, time.Since(begin))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := HashPassword(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("past the caller's deadline: %v", err)
		}
		hashing.Release(2)
	})
	must.Concurrently(t, 6, func(int) error {
		_, err := HashPassword(t.Context(), "x")
		return err
	})
}

func TestCookies(t *testing.T) {
	set := http.Header{}
	Cookies{Secure: true}.Set(set, "token", time.Now().Add(time.Hour))
	got := set.Get("Set-Cookie")
	for _, want := range []string{"uvboard_session=token", "Path=/", "HttpOnly", "Secure", "SameSite=Lax",
		"Max-Age=3"} {
		if !strings.Contains(got, want) {
			t.Errorf("cookie %q lacks %q", got, want)
		}
	}
	clear := http.Header{}
	Cookies{}.Clear(clear)
	if got := clear.Get("Set-Cookie"); strings.Contains(got, "Secure") || !strings.Contains(got, "Max-Age=0") {
		t.Errorf("cleared cookie of an http origin: %q", got)
	}
	if got := Token(http.Header{"Cookie": {"a=b; uvboard_session=token; c=d"}}); got != "token" {
		t.Errorf("token %q", got)
	}
	if got := Token(http.Header{}); got != "" {
		t.Errorf("token %q without a cookie", got)
	}
}
