// Package fault defines the errors that are shown to callers. Services return them. Any other error is internal: the
// caller gets a fixed message and the log gets the error.
package fault

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"connectrpc.com/connect"
)

// Kind determines the HTTP status and the Connect code of a fault.
type Kind int

// The kinds of faults.
const (
	KindInternal Kind = iota
	KindInvalid
	KindUnauthenticated
	KindDenied
	KindNotFound
	KindConflict
	KindPrecondition
	KindBlocked
	KindConcurrent
	KindRateLimited
	KindTooLarge
	KindUnsupportedMedia
	KindUnavailable
	KindCanceled
	KindDeadlineExceeded
	KindUnimplemented
)

var kinds = [...]struct {
	status  int
	connect connect.Code
}{
	KindInternal:         {http.StatusInternalServerError, connect.CodeInternal},
	KindInvalid:          {http.StatusBadRequest, connect.CodeInvalidArgument},
	KindUnauthenticated:  {http.StatusUnauthorized, connect.CodeUnauthenticated},
	KindDenied:           {http.StatusForbidden, connect.CodePermissionDenied},
	KindNotFound:         {http.StatusNotFound, connect.CodeNotFound},
	KindConflict:         {http.StatusConflict, connect.CodeAlreadyExists},
	KindPrecondition:     {http.StatusConflict, connect.CodeFailedPrecondition},
	KindBlocked:          {http.StatusForbidden, connect.CodeFailedPrecondition},
	KindConcurrent:       {http.StatusConflict, connect.CodeAborted},
	KindRateLimited:      {http.StatusTooManyRequests, connect.CodeResourceExhausted},
	KindTooLarge:         {http.StatusRequestEntityTooLarge, connect.CodeResourceExhausted},
	KindUnsupportedMedia: {http.StatusUnsupportedMediaType, connect.CodeInvalidArgument},
	KindUnavailable:      {http.StatusServiceUnavailable, connect.CodeUnavailable},
	KindCanceled:         {http.StatusServiceUnavailable, connect.CodeCanceled},
	KindDeadlineExceeded: {http.StatusServiceUnavailable, connect.CodeDeadlineExceeded},
	KindUnimplemented:    {http.StatusNotFound, connect.CodeUnimplemented},
}

const codeValidationFailed = "VALIDATION_FAILED"

// Fault is a failure with a message for the user and a stable code for programs.
type Fault struct {
	Kind       Kind
	Code       string            // such as USERNAME_TAKEN
	Message    string            // shown to the user as it is
	Fields     map[string]string // message for each invalid field, by its camelCase path
	RetryAfter time.Duration     // 0 if unknown
}

func (f *Fault) Error() string { return f.Message }

// IsNotFound reports whether err is a not-found fault.
func IsNotFound(err error) bool {
	f := Of(err)
	return f != nil && f.Kind == KindNotFound
}

// Of returns the fault in err's chain, or nil.
func Of(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return nil
}

// Invalid rejects one field of a request.
func Invalid(field, message string) error {
	return &Fault{Kind: KindInvalid, Code: codeValidationFailed, Message: message,
		Fields: map[string]string{field: message}}
}

// MaxFields bounds the invalid fields that a response names. It is more than any form has.
const MaxFields = 50

// Reject adds an invalid field. It ignores further messages for the same field.
func (f *Fault) Reject(field, message string) {
	if _, known := f.Fields[field]; !known && len(f.Fields) < MaxFields {
		f.Fields[field] = message
	}
}

// UnknownValue rejects an unknown enumeration value.
func UnknownValue(field string) error { return Invalid(field, "This is not one of the allowed values") }

// Malformed rejects a request that cannot be decoded.
func Malformed(message string) error {
	return &Fault{Kind: KindInvalid, Code: "MALFORMED_REQUEST", Message: message}
}

// Unauthenticated asks for a login.
func Unauthenticated(code, message string) error {
	return &Fault{Kind: KindUnauthenticated, Code: code, Message: message}
}

// Denied rejects an action that this caller is not allowed.
func Denied(code, message string) error {
	return &Fault{Kind: KindDenied, Code: code, Message: message}
}

// NotFound reports something unknown or hidden.
func NotFound(code, message string) error {
	return &Fault{Kind: KindNotFound, Code: code, Message: message}
}

// Conflict reports a value that must be unique and is taken. Field may be empty.
func Conflict(code, field, message string) error {
	f := &Fault{Kind: KindConflict, Code: code, Message: message}
	if field != "" {
		f.Fields = map[string]string{field: message}
	}
	return f
}

// Precondition rejects an action that the present state does not allow, such as resending a mail that was delivered.
func Precondition(code, message string) error {
	return &Fault{Kind: KindPrecondition, Code: code, Message: message}
}

// Blocked is Precondition with the REST status 403, as for a reply in a locked thread.
func Blocked(code, message string) error {
	return &Fault{Kind: KindBlocked, Code: code, Message: message}
}

// Concurrent reports that a write was given up because concurrent writes kept changing the same data.
func Concurrent() *Fault {
	return &Fault{Kind: KindConcurrent, Code: "CONCURRENT_CHANGE",
		Message: "Others changed this at the same time. Please try again."}
}

// TooLarge rejects a body over its limit.
func TooLarge(message string) error {
	return &Fault{Kind: KindTooLarge, Code: "TOO_LARGE", Message: message}
}

// UnsupportedMedia rejects a content type.
func UnsupportedMedia(message string) error {
	return &Fault{Kind: KindUnsupportedMedia, Code: "UNSUPPORTED_MEDIA_TYPE", Message: message}
}

// RateLimited rejects a request until retryAfter has passed.
func RateLimited(retryAfter time.Duration) error { return Limited("Too many requests.", retryAfter) }

// Limited is RateLimited with a message that names the limit.
func Limited(why string, retryAfter time.Duration) error {
	when := "wait a moment and try again"
	switch {
	case retryAfter > 90*time.Second:
		when = fmt.Sprintf("try again in %.0f minutes", math.Ceil(retryAfter.Minutes()))
	case retryAfter > 5*time.Second:
		when = fmt.Sprintf("try again in %.0f seconds", math.Ceil(retryAfter.Seconds()))
	}
	return &Fault{Kind: KindRateLimited, Code: "RATE_LIMITED", Message: why + " Please " + when + ".",
		RetryAfter: retryAfter}
}

// Unavailable reports that a required provider is missing or not configured.
func Unavailable(code, message string) error {
	return &Fault{Kind: KindUnavailable, Code: code, Message: message}
}

// Internal hides the cause of an error.
func Internal() *Fault {
	return &Fault{Kind: KindInternal, Code: "INTERNAL", Message: "Something went wrong. Please try again."}
}

// Canceled reports that the caller disconnected before the response.
func Canceled() *Fault {
	return &Fault{Kind: KindCanceled, Code: "CANCELLED", Message: "The request was cancelled."}
}

// DeadlineExceeded reports that a call took too long.
func DeadlineExceeded() *Fault {
	return &Fault{Kind: KindDeadlineExceeded, Code: "DEADLINE_EXCEEDED",
		Message: "The request took too long. Please try again."}
}

// Unreachable reports that the database cannot be reached.
func Unreachable() *Fault {
	return &Fault{
		Kind: KindUnavailable, Code: "UNAVAILABLE", RetryAfter: 5 * time.Second,
		Message: "The server cannot answer at the moment. Please wait a moment and try again.",
	}
}

// Unimplemented reports an unknown procedure.
func Unimplemented() *Fault {
	return &Fault{Kind: KindUnimplemented, Code: "UNIMPLEMENTED", Message: "There is no such procedure."}
}

// Status is the HTTP status of a fault.
func (f *Fault) Status() int { return kinds[f.Kind].status }

// RetryAfterSeconds is RetryAfter in whole seconds, rounded up, at most a day.
func (f *Fault) RetryAfterSeconds() int32 {
	return int32(min(math.Ceil(f.RetryAfter.Seconds()), (24 * time.Hour).Seconds()))
}
