package media

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

// site serves the handlers. The header Caller names the user who is logged in.
type site struct {
	*httptest.Server
	service *Service
	callers map[string]*auth.Caller
}

// setAvatar sets an avatar as the service of users does.
func setAvatar(db *store.DB) SetAvatar {
	return func(ctx context.Context, tx *ent.Client, userID uuid.UUID, address string) (string, error) {
		q := tx.User.Query().Where(user.ID(userID))
		if !db.IsSQLite() {
			q = q.ForUpdate()
		}
		before, err := q.Select(user.FieldAvatar).String(ctx)
		if err != nil {
			return "", err
		}
		return before, tx.User.Update().Where(user.ID(userID)).SetAvatar(address).Exec(ctx)
	}
}

// answering writes the errors of a handler as the server does.
func answering(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			f, _ := fault.Resolve(r.Context(), nil, err)
			rest.WriteFault(w, f)
		}
	}
}

func newSite(t *testing.T, service *Service) *site {
	t.Helper()
	s, db := &site{service: service, callers: map[string]*auth.Caller{}}, service.db
	h := NewHandler(s.service, setAvatar(db), projects)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/upload", answering(h.Upload))
	mux.HandleFunc("POST /api/users/{id}/profile-pic", answering(h.ProfilePicture))
	mux.HandleFunc("GET /uploads/", answering(h.Serve))
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if caller := s.callers[r.Header.Get("Caller")]; caller != nil {
			r = r.WithContext(auth.WithCaller(r.Context(), caller))
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) member(t *testing.T, name string, role auth.Role) *ent.User {
	t.Helper()
	u := newUser(t, s.service.db, name)
	s.callers[name] = &auth.Caller{UserID: u.ID, Username: name, Role: role}
	return u
}

func form(t *testing.T, field, name string, data []byte) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	must.NoError(t, w.WriteField("note", "comes first"))
	part, err := w.CreateFormFile(field, name)
	must.NoError(t, err)
	if _, err := part.Write(data); err != nil {
		t.Fatal(err)
	}
	must.NoError(t, w.Close())
	return &b, w.FormDataContentType()
}

// post returns the status and the JSON answer.
func (s *site) post(t *testing.T, caller, path string, body io.Reader, contentType string) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, body)
	must.NoError(t, err)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Caller", caller)
	response, err := s.Client().Do(r)
	must.NoError(t, err)
	defer response.Body.Close()
	var got map[string]any
	must.NoError(t, json.NewDecoder(response.Body).Decode(&got))
	return response.StatusCode, got
}

func (s *site) get(t *testing.T, path string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	must.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := s.Client().Do(r)
	must.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must.NoError(t, err)
	return response, body
}

func TestUpload(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		s.member(t, "ada", auth.RoleMember)
		t.Run("ServesTheImage", func(t *testing.T) {
			// HTML in a comment of an image, with the name of an HTML file.
			page := withPNGChunk(asPNG(t, quarters(400, 300)), "tEXt",
				[]byte("Comment\x00<html><script>alert(1)</script>"))
			body, contentType := form(t, "file", "page.html", page)
			status, got := s.post(t, "ada", "/api/upload", body, contentType)
			address, _ := got["url"].(string)
			if status != http.StatusCreated || !strings.HasPrefix(address, "/uploads/") ||
				!strings.HasSuffix(address, "/400x300.png") {
				t.Fatalf("%d %v", status, got)
			}
			response, data := s.get(t, address, "Caller", "ada")
			for name, want := range map[string]string{
				"Content-Type": "image/png", "X-Content-Type-Options": "nosniff",
				"Cache-Control": privateCaching, "Accept-Ranges": "bytes",
			} {
				if got := response.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if response.StatusCode != http.StatusOK || bytes.Contains(data, []byte("script")) {
				t.Errorf("%d with %d bytes", response.StatusCode, len(data))
			}
			if again, _ := s.get(t, address, "Caller", "ada", "If-None-Match",
				response.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
				t.Errorf("%d for a known ETag", again.StatusCode)
			}
			if small, _ := s.get(t, address[:len(address)-len("400x300.png")]+"w320.png", "Caller",
				"ada"); small.StatusCode != http.StatusOK {
				t.Errorf("%d for a smaller rendition", small.StatusCode)
			}
		})
		t.Run("ServesRangesOfAVideo", func(t *testing.T) {
			data := video(100_000)
			data[50_000] = 7
			body, contentType := form(t, "file", "clip.mp4", data)
			_, got := s.post(t, "ada", "/api/upload", body, contentType)
			response, part := s.get(t, got["url"].(string), "Caller", "ada", "Range", "bytes=50000-50001")
			if response.StatusCode != http.StatusPartialContent || !bytes.Equal(part, []byte{7, 0}) ||
				response.Header.Get("Content-Range") != "bytes 50000-50001/100000" ||
				response.Header.Get("Content-Type") != "video/mp4" {
				t.Errorf("%d %v %v", response.StatusCode, part, response.Header)
			}
			// Many ranges would be many requests to the store, so they are ignored.
			response, all := s.get(t, got["url"].(string), "Caller", "ada", "Range", "bytes=0-0"+
				strings.Repeat(",50000-50001", 1000))
			if response.StatusCode != http.StatusOK || !bytes.Equal(all, data) ||
				response.Header.Get("Content-Type") != "video/mp4" {
				t.Errorf("many ranges: %d, %d bytes, %v", response.StatusCode, len(all), response.Header)
			}
		})
		img := asPNG(t, quarters(8, 8))
		for name, c := range map[string]struct {
			caller string
			field  string
			data   []byte
			status int
			text   string
			code   string
		}{
			"ErrNotLoggedIn": {"", "file", img, 401, "Please log in to continue.", "UNAUTHENTICATED"},
			"ErrNoFile":      {"ada", "image", img, 400, "Please choose a file to upload.", "VALIDATION_FAILED"},
			"ErrPageAsPNG": {"ada", "file", []byte("<html><script>1</script>"), 415,
				"Please upload a JPEG, PNG, GIF or WebP image, or an MP4 or WebM video.", "UNSUPPORTED_MEDIA_TYPE"},
			// spec: const2.image
			"ErrImageTooLarge": {"ada", "file", append(img, make([]byte, 8<<20)...), 413, "Maximum size is 5MB",
				"TOO_LARGE"},
		} {
			t.Run(name, func(t *testing.T) {
				body, contentType := form(t, c.field, "image.png", c.data)
				status, got := s.post(t, c.caller, "/api/upload", body, contentType)
				if status != c.status || got["error"] != c.text || got["code"] != c.code {
					t.Errorf("%d %v, want %d %s %q", status, got, c.status, c.code, c.text)
				}
			})
		}
		t.Run("ErrNoForm", func(t *testing.T) {
			if status, got := s.post(t, "ada", "/api/upload", bytes.NewReader(img), "image/png"); status != 415 {
				t.Errorf("%d %v", status, got)
			}
			if status, got := s.post(t, "ada", "/api/upload", strings.NewReader("--x\r\ngarbage"),
				"multipart/form-data; boundary=x"); status != 400 {
				t.Errorf("%d %v", status, got)
			}
		})
		t.Run("ErrContentLengthTooLarge", func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/api/upload", http.NoBody)
			r.ContentLength = MaxVideoBytes + formBytes + 1
			r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			w := httptest.NewRecorder()
			answering(NewHandler(s.service, nil, projects).Upload)(w,
				r.WithContext(auth.WithCaller(r.Context(), s.callers["ada"])))
			if w.Code != 413 || !strings.Contains(w.Body.String(), "Maximum size is 100MB") {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	})
}

func TestServeFindsOnlyUploads(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		if _, err := s.service.bucket.Put(t.Context(), "secret.txt", "", strings.NewReader("secret"), 6); err != nil {
			t.Fatal(err)
		}
		id := uuid.NewString()
		for _, path := range []string{
			"/uploads/", "/uploads/secret.txt", "/uploads/" + id, "/uploads/" + id + "/", "/uploads/" + id + "/1x1.png",
			"/uploads/" + id + "/w96.svg", "/uploads/..%2fuvboard.db", "/uploads/" + id + "/..%2f..%2fsecret.txt",
			"/uploads/%00",
		} {
			response, body := s.get(t, path)
			if response.StatusCode != http.StatusNotFound || strings.Contains(string(body), "/tmp") ||
				strings.Contains(string(body), "secret") {
				t.Errorf("%s: %d %s", path, response.StatusCode, body)
			}
		}
	})
}

func TestVideoIsNotHeldInMemory(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		s.member(t, "ada", auth.RoleMember)
		reader, writer := io.Pipe()
		w := multipart.NewWriter(writer)
		go func() {
			part, err := w.CreateFormFile("file", "clip.mp4")
			chunk := video(64 << 10)
			for range MaxVideoBytes / len(chunk) {
				if err == nil {
					_, err = part.Write(chunk)
				}
			}
			writer.CloseWithError(errors.Join(err, w.Close()))
		}()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		status, got := s.post(t, "ada", "/api/upload", reader, w.FormDataContentType())
		runtime.ReadMemStats(&after)
		if status != http.StatusCreated {
			t.Fatalf("%d %v", status, got)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 { // an S3 store gets it in twenty parts
			t.Errorf("100 MB allocated %d kB in client and server", used>>10)
		}
		if u := s.service.db.Client().Upload.Query().OnlyX(t.Context()); u.Bytes != MaxVideoBytes {
			t.Errorf("%d bytes are kept", u.Bytes)
		}
	})
}

func TestABrokenUploadLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s := newSite(t, service)
		s.member(t, "ada", auth.RoleMember)
		for name, data := range map[string][]byte{"Video": video(1 << 20), "Image": asPNG(t, grain(200, 200))} {
			t.Run(name, func(t *testing.T) {
				whole, contentType := form(t, "file", "x", data)
				half, err := io.ReadAll(io.LimitReader(whole, int64(len(data)/2)))
				must.NoError(t, err)
				// The form ends early, but the connection is open.
				status, got := s.post(t, "ada", "/api/upload", bytes.NewReader(half), contentType)
				if status != 400 || got["error"] != "The upload broke off. Please try again." {
					t.Errorf("%d %v", status, got)
				}
				// The connection breaks.
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/upload",
					io.MultiReader(bytes.NewReader(half), brokenReader{}))
				must.NoError(t, err)
				r.Header.Set("Content-Type", contentType)
				r.Header.Set("Caller", "ada")
				if response, err := s.Client().Do(r); err == nil {
					response.Body.Close()
					t.Errorf("%s for a broken connection", response.Status)
				}
			})
		}
		s.Close() // waits for the handlers
		at(service, straggle)
		collect(t, service)
		kept(t, service)
	})
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection lost") }

func TestPatientBodyEndsInTime(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &patientBody{ReadCloser: r.Body, control: http.NewResponseController(w), until: time.Now().
			Add(50 * time.Millisecond)}
		_, err := io.ReadAll(r.Body)
		if err == nil {
			t.Error("an endless body was read to its end")
		}
	}))
	defer server.Close()
	reader, writer := io.Pipe()
	defer writer.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if response, err := http.Post(server.URL, "text/plain", reader); err == nil {
			response.Body.Close()
		}
	}()
	if _, err := writer.Write([]byte("and then nothing more")); err != nil {
		t.Fatal(err)
	}
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("still waiting")
	}
}

func TestProfilePicture(t *testing.T) {
	each(t, func(t *testing.T, service *Service) {
		s, db := newSite(t, service), service.db
		ada := s.member(t, "ada", auth.RoleMember)
		s.member(t, "eve", auth.RoleMember)
		s.member(t, "root", auth.RoleAdmin)
		path := "/api/users/" + ada.ID.String() + "/profile-pic"
		send := func(caller, path string, data []byte) (int, map[string]any) {
			body, contentType := form(t, "profilePic", "me.jpg", data)
			return s.post(t, caller, path, body, contentType)
		}
		img := asJPEG(t, quarters(500, 400))
		avatar := func() string { return db.Client().User.GetX(t.Context(), ada.ID).Avatar }

		status, got := send("ada", path, img)
		first := avatar()
		if status != 200 || got["avatar"] != first || got["profilePicUrl"] != first ||
			!strings.HasSuffix(first, "/320x320.jpg") {
			t.Fatalf("%d %v, avatar %q", status, got, first)
		}
		status, _ = send("root", path, img)
		second := avatar()
		if status != 200 || second == first {
			t.Errorf("%d, avatar %q after %q", status, second, first)
		}
		collect(t, service)
		if response, _ := s.get(t, first); response.StatusCode != 404 {
			t.Errorf("%d for the previous avatar", response.StatusCode)
		}
		if response, _ := s.get(t, second); response.StatusCode != 200 {
			t.Errorf("%d for the avatar", response.StatusCode)
		}
		if got := db.Client().Upload.Query().OnlyX(t.Context()); Address(got) != second || got.UserID != ada.ID {
			t.Errorf("upload %v, want %s of ada", got, second)
		}
		for name, c := range map[string]struct {
			caller, path string
			data         []byte
			status       int
			text         string
		}{
			"ErrNotLoggedIn": {"", path, img, 401, "Please log in to continue."},
			"ErrNotOwner":    {"eve", path, img, 403, "You can only change your own profile picture"},
			"ErrUnknownUser": {"root", "/api/users/" + uuid.NewString() + "/profile-pic", img, 404, "User not found"},
			"ErrGarbageID":   {"ada", "/api/users/me/profile-pic", img, 404, "User not found"},
			"ErrVideo":       {"ada", path, video(2000), 415, "Please upload an image file"},
			"ErrTooLarge": {"ada", path, append(asPNG(t, quarters(8, 8)), make([]byte, MaxImageBytes)...), 413,
				"Maximum size is 5MB"},
		} {
			t.Run(name, func(t *testing.T) {
				if status, got := send(c.caller, c.path, c.data); status != c.status || got["error"] != c.text {
					t.Errorf("%d %v, want %d %q", status, got, c.status, c.text)
				}
			})
		}
		if avatar() != second {
			t.Errorf("avatar %q after refusals, want %q", avatar(), second)
		}
	})
}

// If the store does not answer, the response asks to try again.
func TestUnreachableStore(t *testing.T) {
	buckettest.S3(t) // for its key
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must.NoError(t, err)
	closed.Close()
	away, err := bucket.Open("s3://board?endpoint=http://"+closed.Addr().String(), "")
	must.NoError(t, err)
	service := newService(t)
	s := newSite(t, service)
	ada := s.member(t, "ada", auth.RoleMember)
	u := add(t, service, ada)
	service.bucket = away
	response, answer := s.get(t, Address(u), "Caller", "ada")
	body, contentType := form(t, "file", "x.png", asPNG(t, quarters(8, 8)))
	status, got := s.post(t, "ada", "/api/upload", body, contentType)
	for _, c := range []struct {
		status int
		answer string
	}{{response.StatusCode, string(answer)}, {status, fmt.Sprint(got)}} {
		if c.status != http.StatusServiceUnavailable ||
			!strings.Contains(c.answer, "Uploads cannot be reached right now. Please try again in a moment.") ||
			!strings.Contains(c.answer, "UPLOADS_UNAVAILABLE") || strings.Contains(c.answer, "127.0.0.1") {
			t.Errorf("%d %s", c.status, c.answer)
		}
	}
	if cached := response.Header.Get("Cache-Control"); cached != "no-store" {
		t.Errorf("the failure is cached: %s", cached)
	}
}
