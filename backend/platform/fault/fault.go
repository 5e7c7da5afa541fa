// Package fault holds the failures a caller is told about. A service returns one of them; any other error is internal
// and reaches the caller only as "Something went wrong".
package fault

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"
)

// Kind says what went wrong, in the terms of HTTP and of Connect at once.
type Kind int

// The kinds, with the HTTP status each becomes.
const (
	KindInternal         Kind = iota // 500
	KindInvalid                      // 400
	KindUnauthenticated              // 401
	KindDenied                       // 403
	KindNotFound                     // 404
	KindConflict                     // 409
	KindTooLarge                     // 413
	KindUnsupportedMedia             // 415
	KindRateLimited                  // 429
	KindUnavailable                  // 503
)

// The words that this package and its readers give a meaning of their own.
const (
	codeInternal         = "INTERNAL"
	codeValidationFailed = "VALIDATION_FAILED"
	codeTooLarge         = "TOO_LARGE"
	codeUnsupportedMedia = "UNSUPPORTED_MEDIA_TYPE"
	codeCancelled        = "CANCELLED"
	codeTooSlow          = "DEADLINE_EXCEEDED"
	codeUnimplemented    = "UNIMPLEMENTED"
	codeUnavailable      = "UNAVAILABLE"
)

// Fault is a failure with a sentence for humans and a stable word for machines.
type Fault struct {
	Kind       Kind
	Code       string            // such as USERNAME_TAKEN
	Message    string            // a sentence, word for word what the caller sees
	Fields     map[string]string // sentence per field at fault, by camelCase path; validation only
	RetryAfter time.Duration     // when it may go better; 0 when that is not known
}

func (f *Fault) Error() string { return f.Message }

// Of returns the fault in err's chain, or nil.
func Of(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return nil
}

// Invalid refuses one field of a request.
func Invalid(field, message string) error {
	return &Fault{Kind: KindInvalid, Code: codeValidationFailed, Message: message, Fields: map[string]string{field: message}}
}

// UnknownValue refuses a value of an enumeration that has no such value.
func UnknownValue(field string) error { return Invalid(field, "This is not one of the allowed values") }

// Malformed refuses a request that cannot be read.
func Malformed(message string) error {
	return &Fault{Kind: KindInvalid, Code: "MALFORMED_REQUEST", Message: message}
}

// Unauthenticated asks for a login.
func Unauthenticated(code, message string) error {
	return &Fault{Kind: KindUnauthenticated, Code: code, Message: message}
}

// Denied refuses what this caller may not do.
func Denied(code, message string) error {
	return &Fault{Kind: KindDenied, Code: code, Message: message}
}

// NotFound says that a thing is unknown or hidden.
func NotFound(code, message string) error {
	return &Fault{Kind: KindNotFound, Code: code, Message: message}
}

// Conflict says that something unique is taken.
func Conflict(code, field, message string) error {
	f := &Fault{Kind: KindConflict, Code: code, Message: message}
	if field != "" {
		f.Fields = map[string]string{field: message}
	}
	return f
}

// TooLarge refuses a body over its limit.
func TooLarge(message string) error {
	return &Fault{Kind: KindTooLarge, Code: codeTooLarge, Message: message}
}

// UnsupportedMedia refuses content of the wrong kind.
func UnsupportedMedia(message string) error {
	return &Fault{Kind: KindUnsupportedMedia, Code: codeUnsupportedMedia, Message: message}
}

// RateLimited refuses a call until retryAfter has passed.
func RateLimited(retryAfter time.Duration) error {
	return &Fault{Kind: KindRateLimited, Code: "RATE_LIMITED", Message: "Too many requests. Please " + when(retryAfter) + ".", RetryAfter: retryAfter}
}

// when says after how long to try again, rounded up, so that nobody who does is too early.
func when(wait time.Duration) string {
	switch {
	case wait <= 5*time.Second:
		return "wait a moment and try again"
	case wait <= 90*time.Second:
		return fmt.Sprintf("try again in %.0f seconds", math.Ceil(wait.Seconds()))
	default:
		return fmt.Sprintf("try again in %.0f minutes", math.Ceil(wait.Minutes()))
	}
}

// Unavailable says that a part the call needs is not there.
func Unavailable(code, message string) error {
	return &Fault{Kind: KindUnavailable, Code: code, Message: message}
}

// Internal stands for an error whose cause the caller is not told.
func Internal() *Fault {
	return &Fault{Kind: KindInternal, Code: codeInternal, Message: internalMessage}
}

// Cancelled says that the caller went away before the answer.
func Cancelled() *Fault {
	return &Fault{Kind: KindUnavailable, Code: codeCancelled, Message: "The request was cancelled."}
}

// TooSlow says that a call used up its time.
func TooSlow() *Fault {
	return &Fault{Kind: KindUnavailable, Code: codeTooSlow, Message: "The request took too long. Please try again."}
}

// Unreachable says that what every call needs cannot be reached for now, such as a database that is being restarted.
func Unreachable() *Fault {
	return &Fault{
		Kind: KindUnavailable, Code: codeUnavailable, RetryAfter: 5 * time.Second,
		Message: "The server cannot answer at the moment. Please wait a moment and try again.",
	}
}

// Unimplemented says that there is no such procedure.
func Unimplemented() *Fault {
	return &Fault{Kind: KindNotFound, Code: codeUnimplemented, Message: "There is no such procedure."}
}

// Status is the HTTP status of a fault.
func (f *Fault) Status() int {
	switch f.Kind {
	case KindInvalid:
		return http.StatusBadRequest
	case KindUnauthenticated:
		return http.StatusUnauthorized
	case KindDenied:
		return http.StatusForbidden
	case KindNotFound:
		return http.StatusNotFound
	case KindConflict:
		return http.StatusConflict
	case KindTooLarge:
		return http.StatusRequestEntityTooLarge
	case KindUnsupportedMedia:
		return http.StatusUnsupportedMediaType
	case KindRateLimited:
		return http.StatusTooManyRequests
	case KindUnavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}
