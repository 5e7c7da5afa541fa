package media

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
)

// Uploads in flight take disk instead of memory, and each user can have a limited number.
func TestUploadsInFlight(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		s.member(t, "ada", auth.RoleMember)
		s.member(t, "grace", auth.RoleMember)
		img := asPNG(t, quarters(8, 8))
		whole, contentType := form(t, "file", "x", append(img, make([]byte, MaxImageBytes-10_000)...))
		sent, err := io.ReadAll(whole)
		must.NoError(t, err)
		sent = sent[:len(sent)-1000] // without the end
		begin := func(caller string) (arrived chan int, cancel func()) {
			t.Helper()
			reader, writer := io.Pipe()
			arrived = make(chan int, 1)
			go func() {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/upload", reader)
				if err == nil {
					r.Header.Set("Content-Type", contentType)
					r.Header.Set("Caller", caller)
					if response, err := s.Client().Do(r); err == nil {
						response.Body.Close()
						arrived <- response.StatusCode
						return
					}
				}
				arrived <- 0
			}()
			if _, err := io.Copy(writer, bytes.NewReader(sent)); err != nil {
				t.Fatal(err)
			}
			return arrived, func() { writer.CloseWithError(io.ErrUnexpectedEOF) }
		}
		var before, during runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var cancels []func()
		for range maxInFlight {
			_, cancel := begin("ada")
			cancels = append(cancels, cancel)
		}
		runtime.GC()
		runtime.ReadMemStats(&during)
		if held := int64(during.HeapAlloc) - int64(before.HeapAlloc); held > 16<<20 {
			t.Errorf("%d uploads in flight take %d MB of memory", maxInFlight, held>>20)
		}
		send := func(caller string) (int, map[string]any) {
			body, contentType := form(t, "file", "x", img)
			return s.post(t, caller, "/api/upload", body, contentType)
		}
		if status, got := send("ada"); status != http.StatusTooManyRequests || !strings.HasPrefix(got["error"].(string),
			"You are sending 10 files already.") {
			t.Errorf("above the limit: %d %v", status, got)
		}
		if status, got := send("grace"); status != http.StatusCreated {
			t.Errorf("another user: %d %v", status, got)
		}
		for _, cancel := range cancels {
			cancel()
		}
		for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if status, _ := send("ada"); status == http.StatusCreated {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("aborted uploads still count")
			}
		}
	})
}
