package rest

import (
	"net/http"
	"strconv"

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

// responseWriter passes on the success of a Connect handler and discards the body of an error.
type responseWriter struct {
	http.ResponseWriter
	success int
	begun   bool
	failed  bool
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
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
