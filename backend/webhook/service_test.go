package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"uvboard/backend/account"
	"uvboard/backend/forum"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/fetch/fetchtest"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/forumpost"
	"uvboard/ent/webhookdelivery"
)

// receiver is a server that verifies what it is told.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []told
}

type told struct {
	ID, Type, Text string
	Signatures     []string
	At             time.Time
	Body           []byte
}

func receive(t *testing.T) *receiver {
	r := &receiver{status: http.StatusOK}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		var m struct {
			Type string
			Data struct {
				Item             struct{ Title, Excerpt, URL string }
				Author, Follower struct{ Username string }
			}
		}
		if err := json.Unmarshal(body, &m); err != nil || strings.Contains(string(body), "@") {
			t.Errorf("%v in %s", err, body)
		}
		r.got = append(r.got, told{
			ID: request.Header.Get("webhook-id"), Type: m.Type, Body: body,
			Signatures: strings.Fields(request.Header.Get("webhook-signature")),
			Text: strings.TrimSpace(m.Data.Item.Title + " " + m.Data.Item.Excerpt + " " + m.Data.Author.Username +
				m.Data.Follower.Username),
		})
		w.WriteHeader(r.status)
		fmt.Fprint(w, strings.Repeat("answer ", 1000))
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) take() []told {
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.got
	r.got = nil
	return got
}

type fixture struct {
	*Service
	t     *testing.T
	db    *store.DB
	clock time.Time
	forum *forum.Service
	run   *jobs.Runner
}

func open(t *testing.T, db *store.DB) *fixture {
	f := &fixture{t: t, db: db, clock: time.Now().Truncate(time.Second).UTC()}
	now := func() time.Time { return f.clock }
	f.forum = forum.NewService(db, nil, now)
	f.Service = NewService(db, domain.ItemKinds([]domain.Domain{forum.Domain(f.forum)}),
		fetch.New("test", fetch.Hosts{"127.0.0.1"}), "https://board.example", now)
	own := Domain(f.Service)
	db.SetListeners(own.Listeners...)
	f.run = jobs.New(db, own.Jobs, slog.New(slog.DiscardHandler), now)
	return f
}

func (f *fixture) user(name string) *auth.Caller {
	caller := &auth.Caller{Username: name}
	must.NoError(f.t, f.db.Write(f.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", f.clock).Save(ctx)
		if err == nil {
			caller.UserID = u.ID
		}
		return err
	}))
	return caller
}

func (f *fixture) work() {
	f.t.Helper()
	must.NoError(f.t, f.run.Work(f.t.Context()))
}

func (f *fixture) hook(caller *auth.Caller, board bool, address string, events ...string) *ent.Webhook {
	f.t.Helper()
	w, err := f.Create(f.t.Context(), caller, board, Input{URL: &address, Events: events})
	must.NoError(f.t, err)
	return w
}

func (f *fixture) deliveries(caller *auth.Caller, w *ent.Webhook) []*ent.WebhookDelivery {
	f.t.Helper()
	rows, _, err := f.Deliveries(f.t.Context(), caller, w.ID, 100, "")
	must.NoError(f.t, err)
	return rows
}

func TestDeliveries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, mine, boards := open(t, db), receive(t), receive(t)
		ada, ben, root := f.user("ada"), f.user("ben"), f.user("root")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username = 'root'")
		root.Role = auth.RoleAdmin
		w := f.hook(ada, false, mine.URL, "reply.published", "follower.added", "moderation.decided")
		board := f.hook(root, true, boards.URL, "reply.published", "thread.published")
		channel, err := f.forum.CreateChannel(t.Context(), ben, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		thread, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Cone six", "Which?")
		must.NoError(t, err)
		others, err := f.forum.CreateThread(t.Context(), ben, channel.ID, "Cone ten", "Which?")
		must.NoError(t, err)
		reply := func(to uuid.UUID, text string) *ent.ForumPost {
			p, err := f.forum.CreatePost(t.Context(), ben, to, nil, text)
			must.NoError(t, err)
			return p
		}
		ben.Via = "Kiln bot"
		reply(thread.ID, "Celadon.")
		reply(others.ID, "Tenmoku.")
		f.work()
		expect := func(about string, r *receiver, want ...string) (got []told) {
			t.Helper()
			var texts []string
			got = r.take()
			for _, m := range got {
				texts = append(texts, m.Type+" "+m.Text)
			}
			if fmt.Sprint(texts) != fmt.Sprint(want) {
				t.Errorf("%s: told %q, want %q", about, texts, want)
			}
			return got
		}
		got := expect("own things", mine, "reply.published Cone six Celadon. ben")
		var body message
		must.NoError(t, json.Unmarshal(got[0].Body, &body))
		if via := body.Data.Item.Via; via == nil || *via != "Kiln bot" || body.Data.Parent.Via != nil {
			t.Errorf("via in %s", got[0].Body)
		}
		verifier, err := standardwebhooks.NewWebhook(w.Secret)
		must.NoError(t, err)
		verify := func(m told, verifier *standardwebhooks.Webhook) error {
			header := http.Header{}
			header.Set("webhook-id", m.ID)
			header.Set("webhook-timestamp", fmt.Sprint(f.clock.Unix()))
			header.Set("webhook-signature", strings.Join(m.Signatures, " "))
			return verifier.Verify(m.Body, header)
		}
		must.NoError(t, verify(got[0], verifier))
		if n := len(boards.take()); n != 4 {
			t.Errorf("the board was told %d things", n)
		}
		rows := f.deliveries(ada, w)
		if d := rows[0]; len(rows) != 1 || d.State != delivered || d.Attempts != 1 || d.Status != 200 ||
			d.Body != string(got[0].Body) || d.ID.String() != got[0].ID || len(d.Answer) > maxAnswer {
			t.Errorf("logged %+v", d)
		}

		// After a rotation both secrets verify for a day, then the new one alone.
		rotated, err := f.Rotate(t.Context(), ada, w.ID)
		must.NoError(t, err)
		fresh, err := standardwebhooks.NewWebhook(rotated.Secret)
		must.NoError(t, err)
		again, err := f.Redeliver(t.Context(), ada, w.ID, rows[0].ID)
		must.NoError(t, err)
		if again.State != waiting {
			t.Errorf("state %s", again.State)
		}
		f.work()
		got = expect("by hand", mine, "reply.published Cone six Celadon. ben")
		if verify(got[0], verifier) != nil || verify(got[0], fresh) != nil || got[0].ID != rows[0].ID.String() {
			t.Errorf("%v does not verify", got[0])
		}

		// A failing receiver is called again, with the same id, until it answers.
		mine.answer(http.StatusInternalServerError)
		hidden := reply(thread.ID, "Shino.")
		f.work()
		first := expect("failing", mine, "reply.published Cone six Shino. ben")
		f.work()
		expect("before its time", mine)
		f.clock = f.clock.Add(2 * time.Minute)
		mine.answer(http.StatusNoContent)
		f.work()
		if second := expect("retry", mine, "reply.published Cone six Shino. ben"); second[0].ID != first[0].ID {
			t.Errorf("ids %s and %s", first[0].ID, second[0].ID)
		}
		if d := f.deliveries(ada, w)[0]; d.State != delivered || d.Attempts != 2 || d.Failure != "" || d.NextAt != nil {
			t.Errorf("logged %+v", d)
		}

		// What is hidden is neither sent nor kept.
		late := reply(thread.ID, "Raku.")
		storetest.Exec(t, db, "UPDATE forum_posts SET is_visible = false WHERE id = '"+late.ID.String()+"'")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if err := tx.ForumPost.Update().Where(forumpost.ID(hidden.ID)).SetIsVisible(false).Exec(ctx); err != nil {
				return err
			}
			return db.Emit(ctx, tx, event.Event{Kind: event.Hidden,
				Item: event.Item{Type: forum.PostKind, ID: hidden.ID}})
		}))
		f.work()
		expect("hidden", mine)
		d := f.deliveries(ada, w)[0]
		if d.Body != "" || d.Answer != "" {
			t.Errorf("kept %q", d.Body)
		}
		if _, err := f.Redeliver(t.Context(), ada, w.ID, d.ID); fault.Of(err).Code != "NOT_PUBLIC" {
			t.Errorf("redelivered: %v", err)
		}

		// Others see none of it.
		for _, caller := range []*auth.Caller{ben, root} {
			if _, err := f.Rotate(t.Context(), caller, w.ID); !fault.IsNotFound(err) {
				t.Errorf("%s rotated: %v", caller.Username, err)
			}
		}
		if _, _, err := f.Deliveries(t.Context(), ada, board.ID, 10, ""); !fault.IsNotFound(err) {
			t.Errorf("a member reads the board's: %v", err)
		}
		if _, err := f.Create(t.Context(), ada, true,
			Input{URL: &mine.URL, Events: []string{"reply.published"}}); fault.Of(err).Code != "ADMIN_REQUIRED" {
			t.Errorf("a member made one for the board: %v", err)
		}

		// A former admin's are silent. Erasing ben removes his name.
		storetest.Exec(t, db, "UPDATE users SET role = 'member' WHERE username = 'root'")
		boards.take()
		reply(thread.ID, "Ash.")
		f.work()
		expect("former admin", boards)
		for _, who := range []*auth.Caller{ben, root} {
			for more := true; more; {
				more, err = f.erase(t.Context(), who.UserID)
				must.NoError(t, err)
			}
		}
		for _, d := range f.deliveries(ada, w) {
			if strings.Contains(d.Body, "ben") {
				t.Errorf("kept %s", d.Body)
			}
		}
		if n := db.Client().Webhook.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d webhooks", n)
		}
		f.clock = f.clock.Add(keepFor + time.Hour)
		must.NoError(t, f.deleteOld(t.Context()))
		if n := db.Client().WebhookDelivery.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d deliveries are older than 30 days", n)
		}
	})
}

// Tasks that the version before stored are done.
func TestFormerTasks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := open(t, db), receive(t)
		ada, ben := f.user("ada"), f.user("ben")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		thread, err := f.forum.CreateThread(t.Context(), ada, channel.ID, "Cone six", "Which?")
		must.NoError(t, err)
		post, err := f.forum.CreatePost(t.Context(), ben, thread.ID, nil, "Ash.")
		must.NoError(t, err)
		f.work()
		f.hook(ada, false, r.URL, "reply.published", "moderation.decided")
		for _, payload := range []string{
			`{"e":"reply.published","i":{"Type":"forum_post","ID":"` + post.ID.String() +
				`"},"o":[{"Type":"forum_thread","ID":"` + thread.ID.String() +
				`"}],"a":"` + ben.UserID.String() + `","n":"01939c1e-0000-7000-8000-000000000001"}`,
			`{"e":"moderation.decided","i":{"Type":"user","ID":"` + ada.UserID.String() + `"},"t":["` +
				ada.UserID.String() +
				`"],"d":"warn","n":"01939c1e-0000-7000-8000-000000000002"}`,
		} {
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return jobs.Enqueue(ctx, tx, "call webhooks", json.RawMessage(payload), f.clock, f.clock)
			}))
			f.work()
		}
		var got []string
		for _, call := range r.take() {
			got = append(got, call.Type+" "+call.Text)
		}
		if diff := cmp.Diff([]string{"reply.published Cone six Ash. ben", "moderation.decided "}, got); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	})
}

// A receiver that fails for a day, or is gone, is not called any more.
func TestTurnedOff(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r, away := open(t, db), receive(t), receive(t)
		ada := f.user("ada")
		w, other := f.hook(ada, false, r.URL, "thread.published"), f.hook(ada, false, away.URL, "thread.published")
		private := f.hook(ada, false, away.URL, "thread.published")
		// The name resolved to a public address when it was entered.
		storetest.Exec(t, db, "UPDATE webhooks SET url = $1 WHERE id = $2",
			strings.Replace(r.URL, "127.0.0.1", "localhost", 1), private.ID)
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		r.answer(http.StatusFound)
		away.answer(http.StatusGone)
		_, err = f.forum.CreateThread(t.Context(), ada, channel.ID, "Cone six", "Which?")
		must.NoError(t, err)
		for range 60 {
			f.work()
			f.clock = f.clock.Add(30 * time.Minute)
		}
		for _, want := range []struct {
			*ent.Webhook
			because, failure string
			most             int
		}{
			{w, "failing", "The receiver answered 302 Found.", 40}, {other, "gone", "The receiver answered 410 Gone.",
				1},
			{private, "failing", "the address is not on the public internet", 40},
		} {
			is := db.Client().Webhook.GetX(t.Context(), want.ID)
			d := f.deliveries(ada, want.Webhook)[0]
			if is.State != want.because || d.State != failed || d.Failure != want.failure || d.Attempts > want.most ||
				want.most > 1 && d.Attempts < 10 {
				t.Errorf("%s: %+v, %+v", want.because, is, d)
			}
		}
		if n := len(away.take()); n != 1 {
			t.Errorf("called %d times", n)
		}
		if _, err := f.Redeliver(t.Context(), ada, w.ID,
			f.deliveries(ada, w)[0].ID); fault.Of(err).Code != "WEBHOOK_OFF" {
			t.Errorf("redelivered: %v", err)
		}
		r.answer(http.StatusOK)
		again, err := f.Update(t.Context(), ada, w.ID, Input{IsActive: new(true)})
		must.NoError(t, err)
		if again.State != on || again.FailingSince != nil {
			t.Errorf("turned on: %+v", again)
		}
		for range Max - 3 {
			f.hook(ada, false, r.URL, "thread.published")
		}
		if _, err := f.Create(t.Context(), ada, false, Input{URL: &r.URL}); fault.Of(err).Code != "WEBHOOKS_FULL" {
			t.Errorf("an eleventh: %v", err)
		}
	})
}

// Work that ends between a call and its record is done again: the receiver gets the same id twice, and no event is told
// twice.
func TestAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := open(t, db), receive(t)
		ada := f.user("ada")
		w := f.hook(ada, false, r.URL, "thread.published")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		_, err = f.forum.CreateThread(t.Context(), ada, channel.ID, "Cone six", "Which?")
		must.NoError(t, err)
		task := jobs.Task{Task: db.Client().Task.Query().OnlyX(t.Context())}
		for range 2 {
			must.NoError(t, f.call(t.Context(), task))
		}
		d := db.Client().WebhookDelivery.Query().Where(webhookdelivery.WebhookID(w.ID)).WithWebhook().OnlyX(t.Context())
		_, err = f.try(t.Context(), d, attempt{})
		must.NoError(t, err)
		f.work()
		got := r.take()
		if len(got) != 2 || got[0].ID != got[1].ID {
			t.Errorf("told %v", got)
		}
	})
}

// A deleted webhook is gone at once, and a job deletes its deliveries in steps.
func TestDeleteWebhook(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := open(t, db), receive(t)
		ada := f.user("ada")
		w, kept := f.hook(ada, false, r.URL, "thread.published"), f.hook(ada, false, r.URL, "thread.published")
		const many = 2*batchSize + 1
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			var rows []*ent.WebhookDeliveryCreate
			for _, of := range append(slices.Repeat([]uuid.UUID{w.ID}, many), kept.ID) {
				rows = append(rows, tx.WebhookDelivery.Create().SetID(store.NewID(f.clock)).SetWebhookID(of).
					SetSource(uuid.New()).SetEvent("thread.published").
					SetItemType("").SetItemID(uuid.New()).SetBody("{}").SetState(waiting).SetCreatedAt(f.clock))
			}
			return tx.WebhookDelivery.CreateBulk(rows...).Exec(ctx)
		}))
		d := db.Client().WebhookDelivery.Query().Where(webhookdelivery.WebhookID(w.ID)).WithWebhook().
			FirstX(t.Context())
		must.NoError(t, f.Delete(t.Context(), ada, w.ID))

		if n := db.Client().WebhookDelivery.Query().CountX(t.Context()); n != many+1 {
			t.Errorf("%d deliveries before the job", n)
		}
		if _, _, err := f.Deliveries(t.Context(), ada, w.ID, 1, ""); fault.Of(err).Code != "WEBHOOK_NOT_FOUND" {
			t.Errorf("deliveries: %v", err)
		}
		// A call that was under way ends now: it does not bring the webhook back.
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return f.save(ctx, tx, d, attempt{Since: f.clock}, result{tried: true, status: http.StatusGone,
				failure: "gone", final: true})
		}))
		hooks, err := f.List(t.Context(), ada, false)
		must.NoError(t, err)
		if len(hooks) != 1 || hooks[0].ID != kept.ID {
			t.Errorf("webhooks %v", hooks)
		}
		for range Max - 1 { // the deleted one does not count
			f.hook(ada, false, r.URL, "thread.published")
		}
		f.work()
		left := db.Client().WebhookDelivery.Query().OnlyX(t.Context())
		if n := db.Client().Webhook.Query().CountX(t.Context()); left.WebhookID != kept.ID || n != Max {
			t.Errorf("%d webhooks and a delivery of %v after the job", n, left.WebhookID)
		}
		if calls := r.take(); len(calls) > 0 {
			t.Errorf("called %d times", len(calls))
		}
	})
}

// Receivers of one user that do not answer delay nobody else.
func TestSilentReceiversDelayTheirOwnerAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := open(t, db), receive(t)
		silent, release := fetchtest.Silent(t)
		ada, eve := f.user("ada"), f.user("eve")
		for range Max {
			f.hook(eve, false, silent, "thread.published")
		}
		f.hook(ada, false, r.URL, "thread.published")
		channel, err := f.forum.CreateChannel(t.Context(), ada, forum.NewChannel{Name: "Kilns"})
		must.NoError(t, err)
		for _, who := range []*auth.Caller{eve, eve, eve, ada} {
			_, err = f.forum.CreateThread(t.Context(), who, channel.ID, "Cone six", "Which?")
			must.NoError(t, err)
		}
		ended := make(chan error)
		go func() { ended <- f.run.Work(t.Context()) }()
		for began := time.Now(); len(r.take()) == 0; time.Sleep(20 * time.Millisecond) {
			if time.Since(began) > fetchtest.Patience {
				t.Error("a receiver waits for those of another user")
				break
			}
		}
		release()
		must.NoError(t, <-ended)
	})
}

// An address that is never called is refused when it is entered.
func TestAddresses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := open(t, db)
		ada := f.user("ada")
		w := f.hook(ada, false, "https://kiln.example/hook", "thread.published")
		for _, address := range []string{
			"http://10.0.0.1/", "http://169.254.169.254/", "http://[fd00::1]/", "http://localhost/",
			"http://[::ffff:127.0.0.1]/", "http://2130706433/",
			"http://0x7f000001/", "http://printer/", "https://kiln.example:8443/",
		} {
			_, err := f.Create(t.Context(), ada, false, Input{URL: &address, Events: []string{"thread.published"}})
			if fault.Of(err) == nil || fault.Of(err).Fields["url"] == "" {
				t.Errorf("%s: created, %v", address, err)
			}
			if _, err := f.Update(t.Context(), ada, w.ID, Input{URL: &address}); fault.Of(err) == nil ||
				fault.Of(err).Fields["url"] == "" {
				t.Errorf("%s: changed, %v", address, err)
			}
		}
		f.hook(ada, false, "http://127.0.0.1:9/", "thread.published") // the operator allows it
	})
}

// A stranger who made an account with another person's address learns nothing more once the owner has it.
func TestWebhooksOfAReclaimedAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f, r := open(t, db), receive(t)
		ada, ben := f.user("ada"), f.user("ben")
		f.hook(ada, false, r.URL, "thread.published")
		kept := f.hook(ben, false, r.URL, "thread.published")
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			item := event.Item{Type: account.Kind, ID: ada.UserID}
			return db.Emit(ctx, tx, event.Event{Kind: event.Reclaimed, Item: item})
		}))
		hooks, err := f.List(t.Context(), ada, false)
		must.NoError(t, err)
		if len(hooks) != 0 {
			t.Errorf("webhooks %v", hooks)
		}
		f.work()
		if left := db.Client().Webhook.Query().OnlyX(t.Context()); left.ID != kept.ID {
			t.Errorf("the webhook of %s is left", left.UserID)
		}
		url, ended := r.URL, *ada // a call that began before
		ended.SessionID = uuid.New()
		_, err = f.Create(t.Context(), &ended, false, Input{URL: &url, Events: []string{"thread.published"}})
		if f := fault.Of(err); f == nil || f.Kind != fault.KindUnauthenticated {
			t.Errorf("a webhook made in an ended session: %v", err)
		}
	})
}
