package producttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/donation/stripemock"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/vibekit/vibekittest"
)

type overview struct {
	Setup []struct {
		ID, Detail    string
		Done, CanTest bool
		TestedAt      *time.Time
	}
	Waiting struct{ Cases, Messages, MailFailed, FeedsFailing int }
	Storage struct {
		DatabaseBytes, UploadBytes float64
		Uploads                    int
	}
	Week []struct {
		ID            string
		Count, Before int
	}
}

func (o *overview) done() (ids []string) {
	for _, step := range o.Setup {
		if step.Done {
			ids = append(ids, step.ID)
		}
	}
	return ids
}

// The overview of a new board has no step done. Each step is done once it is, and what waits is counted.
func TestOverview(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits, c.OpenAI.Key, c.SMTPURL = false, "", "smtp://127.0.0.1:1" // a mail server that takes no mail
		visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
		admin, _ := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin'")
		look := func() *overview {
			t.Helper()
			o := &overview{}
			must.NoError(t, json.Unmarshal(admin.want(http.StatusOK, "GET", "/api/admin/overview", ""), o))
			return o
		}
		o := look()
		var ids []string
		for _, step := range o.Setup {
			ids = append(ids, step.ID)
		}
		if want := []string{"mail", "channels", "feeds", "vibekit", "donations", "first_project", "first_feature",
			"invite"}; !slices.Equal(ids, want) {
			t.Errorf("steps %v, want %v", ids, want)
		}
		if done := o.done(); len(done) > 0 || o.Setup[2].Detail != "Not fetched yet." {
			t.Errorf("done on a new board: %v, feeds: %s", done, o.Setup[2].Detail)
		}
		if o.Waiting.Cases+o.Waiting.Messages+o.Waiting.MailFailed+o.Waiting.FeedsFailing != 0 ||
			o.Storage.DatabaseBytes < 1000 || o.Storage.Uploads != 0 {
			t.Errorf("a new board: %+v, %+v", o.Waiting, o.Storage)
		}

		maker, _ := visitor.register("maker")
		other, _ := visitor.register("other")
		channel := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Glazes"}`), "id")
		thread := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/forum/threads",
			`{"title":"Cone six","content":"Which?","channelId":"`+channel+`"}`), "id")
		form, contentType := imageForm(t, "file")
		logo := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
			contentType), "url")
		project := valueAt(t, maker.want(http.StatusCreated, "POST", "/api/projects",
			`{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"`+logo+`"}`), "id")
		admin.want(http.StatusOK, "POST", "/uvboard.v1.ProjectService/FeatureProject", `{"id":"`+project+
			`","reason":"Good"}`)
		// Two reports of one thread are one case.
		for _, reporter := range []*client{admin, other} {
			reporter.want(http.StatusCreated, "POST", "/api/reports", `{"targetType":"forum_thread","targetId":"`+
				thread+`","reason":"spam"}`)
		}
		other.want(http.StatusCreated, "POST", "/api/reports", `{"targetType":"project","targetId":"`+project+
			`","reason":"spam"}`)
		visitor.want(http.StatusCreated, "POST", "/api/contact",
			`{"name":"Ada","email":"ada@mail.example","subject":"Kilns","message":"They burn."}`)
		storetest.Exec(t, db, "UPDATE mails SET state = 'failed' WHERE recipient = 'maker@mail.example' OR recipient LIKE 'maker@%'")
		storetest.Exec(t, db, "UPDATE mails SET state = 'sent' WHERE recipient LIKE 'other@%'")
		storetest.Exec(t, db, "INSERT INTO news_feeds (id, name, failures, last_error, next_fetch_at) VALUES ('http://127.0.0.1:1/feed', 'Kiln weekly', 2, 'refused', $1)", time.Now().UTC())
		storetest.Exec(t, db, "INSERT INTO news_feeds (id, name, last_success_at, next_fetch_at) VALUES ('http://127.0.0.1:1/daily', 'Clay daily', $1, $1)", time.Now().UTC())

		o = look()
		if done, want := o.done(), []string{"mail", "channels", "feeds", "first_project", "first_feature",
			"invite"}; !slices.Equal(done, want) {
			t.Errorf("done %v, want %v", done, want)
		}
		if w := o.Waiting; w.Cases != 2 || w.Messages != 1 || w.MailFailed != 1 || w.FeedsFailing != 1 {
			t.Errorf("waiting %+v", w)
		}
		if o.Storage.Uploads != 1 || o.Storage.UploadBytes == 0 {
			t.Errorf("storage %+v", o.Storage)
		}
		for i, want := range []int{3, 1, 1, 0} {
			if week := o.Week[i]; week.Count != want || week.Before != 0 {
				t.Errorf("week %+v, want %d", week, want)
			}
		}
	})
}

// A key is done when its provider has accepted it, and only that key. No answer has a part of the key.
func TestKeysOfProviders(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		provider := vibekittest.New(t)
		refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: %s"}}`,
				r.Header.Get("Authorization"))
		}))
		t.Cleanup(refusing.Close)
		var admin *client
		serve := func(change func(c *config.Config)) {
			c := testConfig(t)
			c.RateLimits, c.OpenAI = false, provider.Settings()
			c.StripeSecretKey, c.StripePublishableKey, c.StripeWebhookSecret = stripemock.SecretKey,
				stripemock.PublishableKey, stripemock.WebhookSecret
			c.StripeAPIBase = stripemock.URL(t)
			change(c)
			visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
			if admin == nil {
				admin, _ = visitor.register("overseer")
				storetest.Exec(t, db, "UPDATE users SET role = 'admin'")
			}
			admin.base = visitor.base
		}
		want := func(id string, done, tested bool, detail string) {
			t.Helper()
			o := &overview{}
			body := admin.want(http.StatusOK, "GET", "/api/admin/overview", "")
			must.NoError(t, json.Unmarshal(body, o))
			for _, step := range o.Setup {
				if step.ID == id && (step.Done != done || !step.CanTest || (step.TestedAt != nil) != tested ||
					!strings.Contains(step.Detail, detail)) {
					t.Errorf("%+v, want done %v and %q", step, done, detail)
				}
			}
			for _, secret := range []string{"hunter", stripemock.SecretKey} {
				if log := admin.want(http.StatusOK, "GET", "/api/admin/audit-log", ""); strings.Contains(string(log)+
					string(body), secret) {
					t.Errorf("%s is in %s, %s", secret, body, log)
				}
			}
		}
		press := func(id string) { admin.want(http.StatusOK, "POST", "/api/admin/setup/"+id+"/test", "") }

		serve(func(*config.Config) {})
		for id, works := range map[string]string{"vibekit": "VibeKit generates", "donations": "Visitors can donate"} {
			want(id, false, false, "not been tested")
			press(id)
			want(id, true, true, works)
		}
		if n := len(provider.Requests()); n != 0 {
			t.Errorf("the test of a key generated %d answers", n)
		}
		serve(func(c *config.Config) { c.OpenAI.Key, c.StripeAPIBase = "sk-hunter3", refusing.URL })
		for _, id := range []string{"vibekit", "donations"} {
			want(id, false, false, "not been tested") // this key
			press(id)
			want(id, false, true, "refuses the key")
		}
		serve(func(c *config.Config) { c.OpenAI.Model = "other-model" })
		press("vibekit")
		want("vibekit", false, true, "has no model other-model")
		serve(func(c *config.Config) { c.OpenAI.BaseURL = "http://127.0.0.1:1/v1" })
		press("vibekit")
		want("vibekit", false, true, "cannot be reached")
		serve(func(*config.Config) {})
		want("vibekit", true, true, "VibeKit generates")
	})
}
