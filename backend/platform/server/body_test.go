package server

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"uvboard/backend/platform/rest"
)

// Large bodies on their way take a few places, and only from each other.
func TestLargeBodiesOnTheWayAreFew(t *testing.T) {
	f := newFixture(t, nil)
	large := `{"id":"one","later":"` + strings.Repeat("x", 100_000) + `"}`
	doors := map[string]call{
		"Connect": {method: "POST", path: "/uvboard.v1.ProjectService/GetProject", body: large},
		"REST":    {method: "PUT", path: "/api/projects/one", body: large, header: member()},
	}
	expect := func(about string, status int, change func(*call)) {
		t.Helper()
		for name, door := range doors {
			change(&door)
			response, answer := f.do(t, door)
			isBusy := strings.Contains(answer, "Too many large requests are on their way right now. Please try again in a moment.") &&
				response.Header.Get("Retry-After") == "5"
			if response.StatusCode != status || isBusy != (status == http.StatusServiceUnavailable) {
				t.Errorf("%s, %s: %s %.300s", name, about, response.Status, answer)
			}
		}
	}
	same := func(*call) {}
	for range 20 { // since a call that has ended takes no place
		expect("alone", http.StatusOK, same)
	}
	for range 16 {
		body := rest.Bounded(io.NopCloser(strings.NewReader(large)))
		if _, err := io.Copy(io.Discard, body); err != nil {
			t.Fatal(err)
		}
		defer body.Done()
	}
	expect("one too many", http.StatusServiceUnavailable, same)
	expect("a small one", http.StatusOK, func(c *call) { c.body = `{"id":"one"}` })
}
