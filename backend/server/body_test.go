package server

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Large bodies that do not come to their end take a few places, and only from each other.
func TestLargeBodiesOnTheWayAreFew(t *testing.T) {
	f := newFixture(t, nil)
	const places = 16
	large := `{"id":"one","later":"` + strings.Repeat("x", 100_000) + `"}`
	doors := []call{
		{method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: large},
		{method: "PUT", path: "/api/projects/one", body: large, header: member()},
	}
	var ends []*io.PipeWriter
	for i := range places {
		reader, writer := io.Pipe()
		ends = append(ends, writer)
		door := doors[i%len(doors)]
		go func() {
			request, err := http.NewRequestWithContext(t.Context(), door.method, f.URL+door.path, reader)
			if err != nil {
				return
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Cookie", "uvboard_session=member")
			if response, err := f.Client().Do(request); err == nil {
				response.Body.Close()
			}
		}()
		if _, err := io.WriteString(writer, large[:len(large)-1]); err != nil {
			t.Fatal(err)
		}
	}
	until := func(about string, c call, status int) (answer string) {
		t.Helper()
		for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(2 * time.Millisecond) {
			response, body := f.do(t, c)
			if response.StatusCode == status && (status != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "5") {
				return body
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %s %.300s", about, response.Status, body)
			}
		}
	}
	for _, door := range doors {
		if answer := until("one more", door, http.StatusServiceUnavailable); !strings.Contains(answer, "Too many large requests") {
			t.Error(answer)
		}
	}
	for _, door := range doors {
		door.body = `{"id":"one"}`
		if response, body := f.do(t, door); response.StatusCode != http.StatusOK {
			t.Errorf("a small one: %s %s", response.Status, body)
		}
	}
	for _, end := range ends {
		end.CloseWithError(io.ErrUnexpectedEOF)
	}
	for range places {
		for _, door := range doors {
			until("once the others have gone", door, http.StatusOK)
		}
	}
}
