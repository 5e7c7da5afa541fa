package rest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/anypb"

	"uvboard/backend/platform/fault"
)

// WriteFault answers in the documented error form.
func WriteFault(w http.ResponseWriter, f *fault.Fault) { writeError(w, f.Status(), f) }

func writeError(w http.ResponseWriter, status int, f *fault.Fault) {
	body := appendJSON(nil, struct {
		Error  string            `json:"error"`
		Code   string            `json:"code"`
		Fields map[string]string `json:"fields,omitempty"`
	}{f.Message, f.Code, f.Fields})
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Del("Content-Encoding")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if seconds := f.RetryAfterSeconds(); seconds > 0 {
		header.Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only if the client has disconnected
}

// responseWriter passes the success of a Connect handler on and keeps the body of an error, which has Connect's form.
type responseWriter struct {
	http.ResponseWriter
	success int
	begun   bool
	failed  bool
	body    bytes.Buffer // of an error
}

func (w *responseWriter) WriteHeader(status int) {
	w.begun = true
	header := w.Header()
	header.Del("Accept-Encoding") // Connect accepts compressed requests, REST does not
	if status >= http.StatusBadRequest {
		w.failed = true
		return
	}
	header.Set("Content-Type", "application/json")
	header.Add("Vary", "Accept-Encoding")
	w.ResponseWriter.WriteHeader(w.success)
}

func (w *responseWriter) Write(p []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	if w.failed {
		return w.body.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// readError reads the JSON of a Connect error.
func readError(data []byte) *fault.Fault {
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
	err := connect.NewError(wire.Code, errors.New(wire.Message))
	for _, d := range wire.Details {
		value, base64Err := base64.RawStdEncoding.DecodeString(d.Value)
		detail, detailErr := connect.NewErrorDetail(&anypb.Any{TypeUrl: "type.googleapis.com/" + d.Type, Value: value})
		if base64Err != nil || detailErr != nil {
			return fault.Internal()
		}
		err.AddDetail(detail)
	}
	return fault.FromConnect(err)
}
