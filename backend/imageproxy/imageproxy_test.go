package imageproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/remoteimage"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

const source = "https://art.example/kiln.png"

// site answers with an image for source, with a document for /page, and with an error for everything else.
type site struct{ requests atomic.Int32 }

func (s *site) get(ctx context.Context, address string, _ fetch.Validators) (*fetch.Response, error) {
	s.requests.Add(1)
	switch {
	case address == source:
		var b bytes.Buffer
		err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2000, 1000)))
		return &fetch.Response{Body: b.Bytes()}, err
	case strings.HasSuffix(address, "/page"):
		return &fetch.Response{Body: []byte("<html><script>alert(1)</script>")}, nil
	default:
		return nil, fetch.StatusError(http.StatusNotFound)
	}
}

func each(t *testing.T, test func(t *testing.T, s *Service, site *site, now *time.Time)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now, site := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), &site{}
		files := media.NewService(db, buckettest.Open(t, buckettest.Disk(t)), func() time.Time { return now })
		test(t, NewService(db, files, site.get), site, &now)
	})
}

func ask(t *testing.T, s *Service, address string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	r.SetPathValue("key", strings.TrimPrefix(address, remoteimage.Prefix))
	w := httptest.NewRecorder()
	return w, Domain(s).Routes[0].Handle(w, r)
}

func addressOf(t *testing.T, s *Service, source string) string {
	t.Helper()
	addresses, err := remoteimage.Addresses(t.Context(), s.db, []string{source})
	must.NoError(t, err)
	return addresses[source]
}

func TestImage(t *testing.T) {
	each(t, func(t *testing.T, s *Service, site *site, _ *time.Time) {
		address := addressOf(t, s, source)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				w, err := ask(t, s, address)
				if err != nil {
					t.Error(err)
					return
				}
				shown, _, err := image.DecodeConfig(w.Body)
				if err != nil || shown.Width != InText || shown.Height != InText/2 {
					t.Errorf("the image is %d × %d, %v", shown.Width, shown.Height, err)
				}
				for name, want := range map[string]string{"Content-Type": "image/png",
					"X-Content-Type-Options":  "nosniff",
					"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
					"Cache-Control":           caching} {
					if got := w.Header().Get(name); got != want {
						t.Errorf("%s is %q, want %q", name, got, want)
					}
				}
			})
		}
		all.Wait()
		if n := site.requests.Load(); n != 1 {
			t.Errorf("%d requests to the other site, want 1", n)
		}
	})
}

func TestWhatIsNotAnImage(t *testing.T) {
	each(t, func(t *testing.T, s *Service, site *site, now *time.Time) {
		for _, source := range []string{"https://art.example/gone.png", "https://art.example/page"} {
			site.requests.Store(0)
			address := addressOf(t, s, source)
			for range 2 {
				if _, err := ask(t, s, address); fault.Of(err) != fault.Of(errNotFound) {
					t.Errorf("%s: %v, want not found", source, err)
				}
			}
			if n := site.requests.Load(); n != 1 {
				t.Errorf("%s: %d requests at once, want 1", source, n)
			}
		}
		*now = now.Add(failedFor + time.Minute)
		must.NoError(t, media.NewCollector(s.files).Work(t.Context()))
		_, err := ask(t, s, addressOf(t, s, "https://art.example/page"))
		if n := site.requests.Load(); n != 2 || fault.Of(err) != fault.Of(errNotFound) {
			t.Errorf("after %s: %d requests and %v, want another request", failedFor, n, err)
		}
	})
}

func TestUnsignedAddress(t *testing.T) {
	each(t, func(t *testing.T, s *Service, site *site, _ *time.Time) {
		address := addressOf(t, s, source)
		other := "A" // than the first letter of the signature
		if address[len(remoteimage.Prefix)] == 'A' {
			other = "B"
		}
		for _, forged := range []string{
			"", "x", strings.Repeat("A", 60), address[len(remoteimage.Prefix):] + "AAAA",
			other + address[len(remoteimage.Prefix)+1:],
		} {
			if _, err := ask(t, s, remoteimage.Prefix+forged); fault.Of(err) != fault.Of(errNotFound) {
				t.Errorf("%q: %v, want not found", forged, err)
			}
		}
		if n := site.requests.Load(); n != 0 {
			t.Errorf("%d requests to other sites", n)
		}
	})
}

func TestImagesAreRemoved(t *testing.T) {
	each(t, func(t *testing.T, s *Service, site *site, now *time.Time) {
		address := addressOf(t, s, source)
		_, err := ask(t, s, address)
		must.NoError(t, err)
		found, err := s.files.Examine(t.Context(), nil)
		must.NoError(t, err)
		*now = now.Add(keptFor - time.Hour)
		if later, err := s.files.Examine(t.Context(), nil); err != nil || len(found.Stray)+len(later.Stray) != 0 {
			t.Errorf("the kept image counts as a stray file: %v", err)
		}
		*now = now.Add(2 * time.Hour)
		must.NoError(t, media.NewCollector(s.files).Work(t.Context()))
		_, err = ask(t, s, address)
		must.NoError(t, err)
		if n := site.requests.Load(); n != 2 {
			t.Errorf("%d requests, want another after %s", n, keptFor)
		}
	})
}

func TestCanceledRequest(t *testing.T) {
	each(t, func(t *testing.T, s *Service, _ *site, _ *time.Time) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.image(ctx, source, InText); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want an image or a canceled request", err)
		}
	})
}

// Images of one site that do not come delay those of no other one.
func TestSilentSiteDelaysItselfAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		released := make(chan struct{})
		files := media.NewService(db, buckettest.Open(t, buckettest.Disk(t)), time.Now)
		shown := &site{}
		var hanging atomic.Int32
		s := NewService(db, files, func(ctx context.Context, address string, known fetch.Validators) (*fetch.Response,
			error) {
			if address != source {
				hanging.Add(1)
				<-released
			}
			return shown.get(ctx, address, known)
		})
		var waiting sync.WaitGroup
		for i := range 2 * fetches {
			address := addressOf(t, s, fmt.Sprintf("https://host%d.evil.example/%d.png", i, i))
			waiting.Go(func() { _, _ = ask(t, s, address) })
		}
		for began := time.Now(); hanging.Load() < fetches/4; time.Sleep(time.Millisecond) {
			if time.Since(began) > fetchtest.Patience {
				t.Fatal("the images of the site are not fetched")
			}
		}
		began := time.Now()
		_, err := ask(t, s, addressOf(t, s, source))
		if took := time.Since(began); err != nil || took > fetchtest.Patience {
			t.Errorf("the image of another site took %v, %v", took, err)
		}
		close(released)
		waiting.Wait()
	})
}
