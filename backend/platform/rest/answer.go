package rest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/anypb"

	"uvboard/backend/platform/fault"
)

// WriteFault answers with the documented error form: {"error": …, "code": …, "fields": …}.
func WriteFault(w http.ResponseWriter, f *fault.Fault) {
	writeError(w, f.Status(), f)
}

func writeError(w http.ResponseWriter, status int, f *fault.Fault) {
	b := append([]byte(`{"error":`), appendString(nil, f.Message)...)
	b = append(b, `,"code":`...)
	b = appendString(b, f.Code)
	if len(f.Fields) > 0 {
		names := make([]string, 0, len(f.Fields))
		for name := range f.Fields {
			names = append(names, name)
		}
		slices.Sort(names)
		b = append(b, `,"fields":{`...)
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, name)
			b = append(b, ':')
			b = appendString(b, f.Fields[name])
		}
		b = append(b, '}')
	}
	b = append(b, '}')
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Del("Content-Encoding")
	header.Set("Content-Length", strconv.Itoa(len(b)))
	if seconds := f.RetryAfterSeconds(); seconds > 0 {
		header.Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	w.WriteHeader(status)
	// A caller who has gone away cannot be told so.
	_, _ = w.Write(b)
}

// answerWriter stands between a Connect handler and the caller. A success passes straight through; an error, which
// Connect writes in a JSON of its own, is kept and written in the documented form.
type answerWriter struct {
	under   http.ResponseWriter
	success int
	begun   bool
	failed  bool
	failure []byte
}

func (a *answerWriter) Header() http.Header { return a.under.Header() }

func (a *answerWriter) WriteHeader(status int) {
	a.begun = true
	header := a.under.Header()
	header.Del("Accept-Encoding") // what Connect would take next time; this door takes no compressed body
	if status >= http.StatusBadRequest {
		a.failed = true
		return
	}
	header.Set("Content-Type", "application/json")
	header.Add("Vary", "Accept-Encoding")
	a.under.WriteHeader(a.success)
}

func (a *answerWriter) Write(p []byte) (int, error) {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	if a.failed {
		a.failure = append(a.failure, p...)
		return len(p), nil
	}
	return a.under.Write(p)
}

func (a *answerWriter) Unwrap() http.ResponseWriter { return a.under }

// finish writes the error that was kept, if there was one, after adapt has changed it.
func (a *answerWriter) finish(adapt func(*fault.Fault)) {
	if a.failed {
		f := readFailure(a.failure)
		adapt(f)
		WriteFault(a.under, f)
	}
}

// readFailure reads the error that a Connect handler wrote.
func readFailure(data []byte) *fault.Fault {
	var wire struct {
		Code    connect.Code `json:"code"`
		Message string       `json:"message"`
		Details []struct {
			Type  string `json:"type"`
			Value string `json:"value"`
		} `json:"details"`
	}
	if json.Unmarshal(data, &wire) != nil {
		return fault.Internal()
	}
	err := connect.NewError(wire.Code, message(wire.Message))
	for _, detail := range wire.Details {
		value, decodeErr := base64.RawStdEncoding.DecodeString(strings.TrimRight(detail.Value, "="))
		if decodeErr != nil {
			return fault.Internal()
		}
		d, detailErr := connect.NewErrorDetail(&anypb.Any{TypeUrl: "type.googleapis.com/" + detail.Type, Value: value})
		if detailErr != nil {
			return fault.Internal()
		}
		err.AddDetail(d)
	}
	f, _ := fault.FromConnect(err)
	return f
}

// message is an error of nothing but a sentence.
type message string

func (m message) Error() string { return string(m) }
