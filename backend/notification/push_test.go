package notification_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/forum"
	"uvboard/backend/notification"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// browser is one that has subscribed at a push service of the test. It decrypts its messages as RFC 8291 says.
type browser struct {
	key    *ecdh.PrivateKey
	secret []byte
	ended  bool
	got    []string
}

func (b *browser) read(t *testing.T, r *http.Request) {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	must.NoError(t, err)
	salt, size := body[:16], int(body[20])
	server, err := ecdh.P256().NewPublicKey(body[21 : 21+size])
	must.NoError(t, err)
	shared, err := b.key.ECDH(server)
	must.NoError(t, err)
	derive := func(secret, salt []byte, info string, length int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, length)
		must.NoError(t, err)
		return key
	}
	ikm := derive(shared, b.secret, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(server.Bytes()), 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	must.NoError(t, err)
	gcm, err := cipher.NewGCM(block)
	must.NoError(t, err)
	if record := binary.BigEndian.Uint32(body[16:20]); int(record) < len(body)-21-size {
		t.Errorf("a record of %d bytes", record)
	}
	plain, err := gcm.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), body[21+size:], nil)
	must.NoError(t, err)
	var message struct{ Title, Body, URL, Tag string }
	must.NoError(t, json.Unmarshal([]byte(strings.TrimRight(string(plain), "\x00\x02")), &message))
	b.got = append(b.got, message.Title+": "+message.Body+" "+message.URL)
}

func TestPush(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var mu sync.Mutex
		browsers := map[string]*browser{}
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			b := browsers[r.URL.Path]
			switch {
			case !strings.HasPrefix(r.Header.Get("Authorization"), "vapid t="),
				r.Header.Get("Content-Encoding") != "aes128gcm":
				t.Errorf("headers %v", r.Header)
			case b.ended:
				w.WriteHeader(http.StatusGone)
			default:
				b.read(t, r)
				w.WriteHeader(http.StatusCreated)
			}
		}))
		defer service.Close()
		f := open(t, db)
		ada, ben := f.user(t, "ada"), f.user(t, "ben")
		subscribe := func(path string, ended bool) *browser {
			key, err := ecdh.P256().GenerateKey(rand.Reader)
			must.NoError(t, err)
			b := &browser{key: key, secret: make([]byte, 16), ended: ended}
			browsers[path] = b
			encode := base64.RawURLEncoding.EncodeToString
			in := notification.Browser{Endpoint: service.URL + path, P256dh: encode(key.PublicKey().Bytes()),
				Auth: encode(b.secret)}
			id, err := f.BeginPush(t.Context(), ada, in)
			must.NoError(t, err)
			if again, err := f.BeginPush(t.Context(), ada, in); err != nil || again != id {
				t.Errorf("again: %v, %v", again, err)
			}
			return b
		}
		laptop, gone := subscribe("/laptop", false), subscribe("/gone", true)

		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		thread, err := f.forum.CreateThread(t.Context(), ben, channel.ID, "Glaze", "Hello @ada.")
		must.NoError(t, err)
		f.work(t)
		equal(t, "laptop", laptop.got, "UV Board: ben mentioned you in “Glaze” /notifications")
		equal(t, "gone", gone.got)
		if n := db.Client().PushSubscription.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d subscriptions", n)
		}

		// Not of a kind that is off, and not after the end.
		_, err = f.SetPreferences(t.Context(), ada.UserID, notification.Change{Kinds: map[string]uint8{"mention": 1}})
		must.NoError(t, err)
		_, err = f.forum.CreatePost(t.Context(), ben, thread.ID, nil, "And again @ada.")
		must.NoError(t, err)
		f.work(t)
		row := db.Client().PushSubscription.Query().OnlyX(t.Context())
		if err := f.EndPush(t.Context(), ben.UserID, row.ID); err == nil {
			t.Error("ended by another user")
		}
		must.NoError(t, f.EndPush(t.Context(), ada.UserID, row.ID))
		equal(t, "laptop", laptop.got, "UV Board: ben mentioned you in “Glaze” /notifications")
	})
}

// Browsers of one user that do not answer delay nobody else.
func TestSilentBrowsersDelayTheirOwnerAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		silent, release := fetchtest.Silent(t)
		reached := make(chan struct{}, 10)
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			reached <- struct{}{}
			w.WriteHeader(http.StatusCreated)
		}))
		defer service.Close()
		f := open(t, db)
		ada, ben, eve := f.user(t, "ada"), f.user(t, "ben"), f.user(t, "eve")
		key, err := ecdh.P256().GenerateKey(rand.Reader)
		must.NoError(t, err)
		encode := base64.RawURLEncoding.EncodeToString
		subscribe := func(caller *auth.Caller, endpoint string) {
			t.Helper()
			b := notification.Browser{Endpoint: endpoint, P256dh: encode(key.PublicKey().Bytes()),
				Auth: encode(make([]byte, 16))}
			_, err := f.BeginPush(t.Context(), caller, b)
			must.NoError(t, err)
		}
		for i := range 20 {
			subscribe(eve, fmt.Sprint(silent, "/", i))
		}
		subscribe(ada, service.URL+"/ada")
		channel, err := f.forum.CreateChannel(t.Context(), ben, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		for _, who := range []string{"eve", "ada"} {
			_, err = f.forum.CreateThread(t.Context(), ben, channel.ID, "Glaze", "Hello @"+who+".")
			must.NoError(t, err)
		}
		runner := jobs.New(f.db, f.jobs, slog.New(slog.DiscardHandler),
			func() time.Time { return time.Unix(f.clock.Add(1), 0) })
		stop := runner.Start(t.Context(), func(context.Context) error { return nil })
		defer stop()
		defer release()
		select {
		case <-reached:
		case <-time.After(fetchtest.Patience):
			t.Error("a user waits for the browsers of another one")
		}
	})
}

// A push service that wants to ask about the board's messages finds its address, and the board calls no private one.
func TestPushAddresses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var sub string
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			token, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ",")
			claims, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
			must.NoError(t, err)
			var c struct{ Sub string }
			must.NoError(t, json.Unmarshal(claims, &c))
			sub = c.Sub
			w.WriteHeader(http.StatusCreated)
		}))
		defer service.Close()
		f := open(t, db)
		ada, ben := f.user(t, "ada"), f.user(t, "ben")
		key, err := ecdh.P256().GenerateKey(rand.Reader)
		must.NoError(t, err)
		encode := base64.RawURLEncoding.EncodeToString
		b := notification.Browser{Endpoint: service.URL, P256dh: encode(key.PublicKey().Bytes()),
			Auth: encode(make([]byte, 16))}
		_, err = f.BeginPush(t.Context(), ada, b)
		must.NoError(t, err)
		channel, err := f.forum.CreateChannel(t.Context(), ben, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		_, err = f.forum.CreateThread(t.Context(), ben, channel.ID, "Glaze", "Hello @ada.")
		must.NoError(t, err)
		f.work(t)
		if sub != "mailto:board@example.org" {
			t.Errorf("contact %q", sub)
		}
		b.Endpoint = "https://10.0.0.1/push"
		if _, err := f.BeginPush(t.Context(), ada, b); fault.Of(err) == nil || fault.Of(err).Fields["endpoint"] == "" {
			t.Errorf("a private address: %v", err)
		}
	})
}
