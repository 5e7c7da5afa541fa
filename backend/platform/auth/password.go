package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"uvboard/backend/platform/fault"
)

// hashMemory is the memory of a hash in KiB.
var hashMemory uint32 = 19 * 1024

// CheapHashes lowers the cost of new hashes, for tests of other things.
func CheapHashes() { hashMemory = 64 }

// The other argon2id parameters: two passes, one lane. After a change each password is rehashed at its next login.
const (
	hashTime    = 2
	hashThreads = 1
	hashSalt    = 16
	hashKey     = 32
)

// Bounds of the parameters in a stored hash, so that a damaged row cannot take all memory.
const (
	maxHashMemory = 1 << 20
	maxHashTime   = 16
)

// maxWait is how long a call waits for its hash. It leaves time to hash within the call's timeout.
const maxWait = 10 * time.Second

// hashing allows two password hashes at once: each takes 19 MiB and a processor.
var hashing = semaphore.NewWeighted(2)

var errMalformedHash = errors.New("malformed password hash")

// HashPassword hashes a password with a new salt and returns the hash in PHC form. It waits while two other hashes run:
// it fails when ctx ends, and with fault BUSY after 10 s.
func HashPassword(ctx context.Context, password string) (string, error) {
	salt := make([]byte, hashSalt)
	rand.Read(salt) // never fails: crypto/rand ends the program instead
	p := hashParams{memory: hashMemory, time: hashTime, threads: hashThreads, salt: salt, size: hashKey}
	key, err := p.key(ctx, password)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.memory, p.time, p.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// VerifyPassword reports whether a password matches a hash, and whether it should be rehashed because the parameters
// have changed. With an empty hash, as for an unknown username, it reports false after the same time, so that the time
// does not reveal usernames. It waits as HashPassword does.
func VerifyPassword(ctx context.Context, hash, password string) (ok, rehash bool, err error) {
	if hash == "" {
		p := hashParams{memory: hashMemory, time: hashTime, threads: hashThreads, salt: make([]byte, hashSalt),
			size: hashKey}
		_, err := p.key(ctx, password)
		return false, false, err
	}
	p, want, err := parseHash(hash)
	if err != nil {
		return false, false, err
	}
	key, err := p.key(ctx, password)
	if err != nil {
		return false, false, err
	}
	ok = subtle.ConstantTimeCompare(key, want) == 1
	current := p.memory == hashMemory && p.time == hashTime && p.threads == hashThreads && p.size == hashKey &&
		len(p.salt) == hashSalt
	return ok, ok && !current, nil
}

type hashParams struct {
	memory, time uint32
	threads      uint8
	salt         []byte
	size         uint32
}

func (p hashParams) key(ctx context.Context, password string) ([]byte, error) {
	waiting, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if err := hashing.Acquire(waiting, 1); ctx.Err() != nil {
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	} else if err != nil {
		return nil, &fault.Fault{
			Kind: fault.KindUnavailable, Code: "BUSY", RetryAfter: maxWait,
			Message: "Too many people are logging in or joining right now. Please try again in a moment.",
		}
	}
	defer hashing.Release(1)
	return argon2.IDKey([]byte(password), p.salt, p.time, p.memory, p.threads, p.size), nil
}

func parseHash(hash string) (hashParams, []byte, error) {
	var p hashParams
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, nil, errMalformedHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.time, &p.threads); err != nil {
		return p, nil, errMalformedHash
	}
	if p.memory == 0 || p.memory > maxHashMemory || p.time == 0 || p.time > maxHashTime || p.threads == 0 {
		return p, nil, errMalformedHash
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil || len(salt) == 0 {
		return p, nil, errMalformedHash
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) < 16 || len(key) > 128 {
		return p, nil, errMalformedHash
	}
	p.salt, p.size = salt, uint32(len(key))
	return p, key, nil
}

const (
	codeWrongPassword = "WRONG_PASSWORD"
	codeWrongCode     = "WRONG_CODE"
	codeWrongPasskey  = "WRONG_PASSKEY"
)

// WrongPassword is the fault of a user who confirms an action with a wrong password. It is a 400: a 401 would mean that
// the session has ended.
func WrongPassword(field string) error {
	const message = "The password is not correct"
	return &fault.Fault{Kind: fault.KindInvalid, Code: codeWrongPassword, Message: message,
		Fields: map[string]string{field: message}}
}

// WrongCode is the fault of a user who sends a wrong code of the second factor.
func WrongCode() error {
	const message = "The code is not correct, or was used before"
	return &fault.Fault{Kind: fault.KindInvalid, Code: codeWrongCode, Message: message,
		Fields: map[string]string{"code": message}}
}

// WrongPasskey is the fault of a passkey whose answer is not accepted.
func WrongPasskey() error {
	return &fault.Fault{Kind: fault.KindInvalid, Code: codeWrongPasskey,
		Message: "This passkey does not work here. It may have been removed from the account."}
}

// IsWrongPassword reports whether a call failed because of a wrong password, username, code or passkey, which the rate
// limits count.
func IsWrongPassword(err error) bool {
	f := fault.Of(err)
	return f != nil && (f.Kind == fault.KindUnauthenticated || f.Code == codeWrongPassword || f.Code == codeWrongCode ||
		f.Code == codeWrongPasskey)
}
