package analytics

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/analyticsday"
	pb "uvboard/gen/uvboard/v1"
)

// board is a service with a clock that the test sets.
type board struct {
	*Service
	t    *testing.T
	db   *store.DB
	now  time.Time
	addr netip.Addr // of the client
	// gone is a search that does not find anything any more.
	gone string
}

func newBoard(t *testing.T, db *store.DB) *board {
	b := &board{t: t, db: db, now: time.Date(2026, 5, 10, 12, 33, 56, 0, time.UTC)}
	b.Service = NewService(db, []web.Route{{Path: projectPage}, {Path: "/profile/{username}"}, {Path: searchPage}},
		b.finds, func() time.Time { return b.now })
	return b
}

// finds finds kilns and nothing else.
func (b *board) finds(_ context.Context, text string) (bool, error) {
	return strings.HasPrefix(text, "kiln") && text != b.gone, nil
}

func (b *board) pass(d time.Duration) { b.now = b.now.Add(d) }

func (b *board) visit(id, visitor, path string, caller ...*auth.Caller) *ent.Visit {
	b.t.Helper()
	ctx := auth.WithClient(b.t.Context(), auth.Client{Addr: b.addr})
	v, err := b.Create(ctx, append(caller, nil)[0], id, visitor, path)
	must.NoError(b.t, err)
	return v
}

func (b *board) end(id string, seconds float64) *ent.Visit {
	b.t.Helper()
	v, err := b.End(b.t.Context(), id, seconds)
	must.NoError(b.t, err)
	return v
}

func (b *board) work() {
	b.t.Helper()
	must.NoError(b.t, b.Work(b.t.Context()))
}

func (b *board) period(f pb.Timeframe) *Period {
	b.t.Helper()
	p, err := b.Period(b.t.Context(), frames[f])
	must.NoError(b.t, err)
	return p
}

// newProject stores a user and a project of theirs.
func (b *board) newProject(name string, public bool) (owner *auth.Caller, id uuid.UUID) {
	b.t.Helper()
	must.NoError(b.t, b.db.Write(b.t.Context(), func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", b.now).Save(ctx)
		if err != nil {
			return err
		}
		owner, id = &auth.Caller{UserID: u.ID, Username: name}, store.NewID(b.now)
		return tx.Project.Create().SetID(id).SetCreatedAt(b.now).SetUpdatedAt(b.now).SetTitle(name).SetTitleKey(name).
			SetTagline("Tagline").
			SetStage("mvp").SetPrimaryCategory("games").SetUserID(u.ID).SetIsPublic(public).Exec(ctx)
	}))
	return owner, id
}

func TestVisit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		start := b.now
		v := b.visit("visit-1", "tab-1", "/profile/ada?tab=about#top")
		if v.Page != "/profile/{username}" || !v.StartedAt.Equal(start) || v.EndedAt != nil {
			t.Errorf("visit %+v", v)
		}
		b.pass(time.Minute)
		if v := b.visit("visit-1", "tab-2", "/"); v.VisitorID != "tab-1" || !v.StartedAt.Equal(start) {
			t.Errorf("a replayed start changed the visit to %+v", v)
		}
		for _, test := range []struct {
			name             string
			after            time.Duration
			duration         float64
			wantSeconds      int
			wantEndUnchanged bool
		}{
			{"Shown", 0, 12.9, 12, false},
			{"Replayed", time.Second, 12.9, 12, true},
			{"Shorter", time.Second, 3, 12, true},
			{"LongerThanElapsed", time.Second, 1e6, 63, false},
			{"Infinite", time.Hour, math.Inf(1), 3663, false},
			{"AfterADay", 24 * time.Hour, 5000, 3663, true},
		} {
			b.pass(test.after)
			v := b.end("visit-1", test.duration)
			// spec: call.visit.put
			if *v.Seconds != test.wantSeconds || v.EndedAt.Equal(b.now) == test.wantEndUnchanged {
				t.Errorf("%s: %d s, ended %v at %v", test.name, *v.Seconds, v.EndedAt, b.now)
			}
		}
		if _, err := b.End(t.Context(), "unknown", 1); !fault.IsNotFound(err) {
			t.Errorf("end of an unknown visit: %v", err)
		}
	})
}

// A visit stores the route pattern of its page, or nothing.
func TestPage(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	for path, want := range map[string]string{
		"/": "/", "/ABOUT/": "/about", "/projects/" + uuid.NewString(): projectPage,
		"/projects/garbage?q=1": projectPage, "/?email=a@example.com": "/",
		"/profile/ada": "/profile/{username}", "home": "", "": "", "/a/b/c": "", "//evil.example": "", "/\xff": "",
		"javascript:alert(1)":    "",
		"https://board.example/": "", strings.Repeat("/x", 999): "",
	} {
		if v, _ := b.newVisit("visit", "tab", path); v.Page != want {
			t.Errorf("%.50q is %q, want %q", path, v.Page, want)
		}
	}
}

func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		change  func(r *pb.CreateVisitRequest)
		message string
	}{
		"Valid": {func(*pb.CreateVisitRequest) {}, ""},
		"NoVisitor": {func(r *pb.CreateVisitRequest) { r.VisitorId = "" },
			"Visitor id must be 1 to 64 letters, digits, hyphens or underscores"},
		"LongVisitor": {func(r *pb.CreateVisitRequest) { r.VisitorId = strings.Repeat("x", 65) },
			"Visitor id must be"},
		"SessionShape": {func(r *pb.CreateVisitRequest) { r.SessionId = "a/b" },
			"Session id must be 1 to 64 letters, digits, hyphens or underscores"},
		"SessionLines": {func(r *pb.CreateVisitRequest) { r.SessionId = "a\nb" }, "Session id must be"},
		"NoPage":       {func(r *pb.CreateVisitRequest) { r.Page = "" }, "Page must be 1 to 2,000 characters"},
		"LongPage":     {func(r *pb.CreateVisitRequest) { r.Page = strings.Repeat("é", 2001) }, "Page must be"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &pb.CreateVisitRequest{VisitorId: uuid.NewString(), SessionId: uuid.NewString(), Page: "/"}
			test.change(r)
			refused(t, protovalidate.Validate(r), test.message)
		})
	}
	for duration, message := range map[float64]string{0: "", 12.5: "", 1e300: "", math.Inf(1): "",
		-1: "Duration must be 0 or more seconds", math.Inf(-1): "Duration must be", math.NaN(): "Duration must be"} {
		refused(t, protovalidate.Validate(&pb.EndVisitRequest{SessionId: "visit", Duration: duration}), message)
	}
}

func refused(t *testing.T, err error, message string) {
	t.Helper()
	if (err == nil) != (message == "") || err != nil && !strings.Contains(err.Error(), message) {
		t.Errorf("%v, want %q", err, message)
	}
}

func TestRobots(t *testing.T) {
	for header, want := range map[string]bool{
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":                     false,
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1": false,
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0":                                          false,
		"": false,
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                               true,
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":                                true,
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)": true,
		"facebookexternalhit/1.1":                        true,
		"Googlebot " + strings.Repeat("x", maxUserAgent): true,
	} {
		if isRobot(header) != want {
			t.Errorf("%.80q: robot is %v", header, !want)
		}
	}
}

// Visits of a public project count as views, except the owner's. Only the owner and admins see them.
func TestProject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		owner, id := b.newProject("owner", true)
		other, draft := b.newProject("other", false)
		admin := &auth.Caller{UserID: other.UserID, Role: auth.RoleAdmin}
		page := "/projects/" + id.String()
		b.visit("v1", "tab", page)
		b.visit("v2", "tab", page+"?from=feed", other)
		b.visit("own", "tab", page, owner)
		b.visit("v3", "tab", "/projects/"+draft.String())
		b.visit("v4", "tab", "/projects/"+uuid.NewString())
		castVotes(t, db, id, b.now, 1, 1, -1)
		b.pass(24 * time.Hour)
		b.visit("v5", "tab", page)
		castVotes(t, db, id, b.now, 1)

		for _, caller := range []*auth.Caller{owner, admin} {
			days, err := b.Project(t.Context(), caller, id)
			must.NoError(t, err)
			got := fmt.Sprint(len(days), days[27], days[28], days[29])
			want := fmt.Sprint(30, Day{Start: b.now.Truncate(dayTime).AddDate(0, 0, -2)},
				Day{b.now.Truncate(dayTime).AddDate(0, 0, -1), 2, 2, 1}, Day{b.now.Truncate(dayTime), 1, 1, 0})
			if got != want {
				t.Errorf("days %s, want %s", got, want)
			}
		}
		for name, test := range map[string]struct {
			caller *auth.Caller
			id     uuid.UUID
			code   string
		}{"Stranger": {other, id, "NOT_OWNER"}, "Unknown": {owner, uuid.New(), "PROJECT_NOT_FOUND"},
			"DraftOfAnother": {owner, draft, "PROJECT_NOT_FOUND"}} {
			if _, err := b.Project(t.Context(), test.caller, test.id); fault.Of(err) == nil ||
				fault.Of(err).Code != test.code {
				t.Errorf("%s: %v, want %s", name, err, test.code)
			}
		}
	})
}

func castVotes(t *testing.T, db *store.DB, target uuid.UUID, at time.Time, values ...int) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		for _, value := range values {
			name := "v" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12]
			u, err := account.NewUser(tx, name, name+"@example.com", "", at).Save(ctx)
			if err != nil {
				return err
			}
			err = tx.Vote.Create().SetUserID(u.ID).SetTargetType("project").SetTargetID(target).SetValue(value).
				SetCreatedAt(at).SetUpdatedAt(at).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// Sign-ups, projects and votes are counted in the bucket of their creation, before and after the job.
func TestActivity(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		b.pass(-50 * time.Hour)
		_, id := b.newProject("first", true)
		b.newProject("draft", false)
		castVotes(t, db, id, b.now, 1)
		b.pass(50 * time.Hour)
		b.newProject("second", true)
		for range 2 {
			// spec: call2.admin.analytics
			for frame, want := range map[pb.Timeframe]string{
				pb.Timeframe_TIMEFRAME_HOUR:    "11:[1 1 0 0]",
				pb.Timeframe_TIMEFRAME_24HOURS: "23:[1 1 0 0]",
				pb.Timeframe_TIMEFRAME_7DAYS:   "4:[3 1 0 1] 6:[1 1 0 0]",
				pb.Timeframe_TIMEFRAME_30DAYS:  "27:[3 1 0 1] 29:[1 1 0 0]",
			} {
				var got []string
				for i, bucket := range b.period(frame).Buckets {
					if made := [4]int{bucket.SignUps, bucket.Projects, bucket.Posts, bucket.Votes}; made != [4]int{} {
						got = append(got, fmt.Sprintf("%d:%v", i, made))
					}
				}
				if strings.Join(got, " ") != want {
					t.Errorf("%v: %v, want %s", frame, got, want)
				}
			}
			b.work()
		}
		b.pass(6 * dayTime) // the first activity is now more than a week old, the second is not
		b.work()
		before, last, err := b.Weeks(t.Context())
		must.NoError(t, err)
		if got := [2][4]int{{before.SignUps, before.Projects, before.Posts, before.Votes},
			{last.SignUps, last.Projects, last.Posts, last.Votes}}; got != [2][4]int{{3, 1, 0, 1}, {1, 1, 0, 0}} {
			t.Errorf("two weeks: %v", got)
		}
		b.pass(-6 * dayTime)
		must.NoError(t, db.Write(t.Context(),
			func(ctx context.Context, tx *ent.Client) error { return tx.Project.DeleteOneID(id).Exec(ctx) }))
		if got := b.period(pb.Timeframe_TIMEFRAME_7DAYS).Buckets[4].Projects; got != 1 {
			t.Errorf("%d projects of a counted day after one was deleted", got)
		}
	})
}

// After random operations and runs of the job, every period equals a count of the visits themselves.
func TestPeriodsAreExact(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		random := rand.New(rand.NewPCG(1, 2))
		type visit struct {
			id, visitor string
			at          time.Time
			seconds     int
		}
		var visits []*visit
		compare := func() {
			t.Helper()
			for frame, f := range frames {
				want := &Period{Buckets: make([]Bucket, f.Count)}
				start := b.now.Truncate(f.Bucket).Add(-f.Bucket * time.Duration(f.Count-1))
				all, each := map[string]bool{}, make([]map[string]bool, f.Count)
				for i := range each {
					each[i], want.Buckets[i].Start = map[string]bool{}, start.Add(f.Bucket*time.Duration(i))
				}
				for _, v := range visits {
					if v.at.Before(start) {
						continue
					}
					i := int(v.at.Sub(start) / f.Bucket)
					want.Visits++
					want.Buckets[i].Visits++
					all[v.visitor], each[i][v.visitor] = true, true
					if v.seconds >= 0 {
						want.ended++
						want.Buckets[i].ended++
						want.seconds += v.seconds
						want.Buckets[i].seconds += v.seconds
					}
				}
				for i := range each {
					want.Buckets[i].Visitors = len(each[i])
					want.Visitors += len(each[i])
				}
				if f.Bucket < dayTime {
					want.Visitors = len(all)
				}
				if diff := cmp.Diff(want, b.period(frame), cmp.AllowUnexported(Period{}, Bucket{})); diff != "" {
					t.Fatalf("%v at %v: -want +got\n%s", frame, b.now, diff)
				}
			}
		}
		for i := range 1500 {
			switch n := random.IntN(100); {
			case n < 55 || len(visits) == 0:
				v := &visit{id: fmt.Sprint("visit", i), visitor: fmt.Sprint("tab", random.IntN(1+i/8)), at: b.now,
					seconds: -1}
				b.visit(v.id, v.visitor, "/")
				visits = append(visits, v)
			case n < 80:
				v := visits[max(0, len(visits)-1-random.IntN(20))]
				if b.now.Sub(v.at) <= maxDuration {
					v.seconds = max(v.seconds, min(random.IntN(9000), int(b.now.Sub(v.at).Seconds())))
					b.end(v.id, float64(v.seconds))
				}
			case n < 84:
				b.work()
			default:
				b.pass(time.Duration(random.ExpFloat64() * float64(3*time.Hour)))
			}
			if i%75 == 0 {
				compare()
			}
		}
		compare()
		b.work()
		compare()
	})
}

// Visits older than 90 days are deleted; the counts of their days stay.
func TestOldVisitsAreDeleted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		_, id := b.newProject("owner", true)
		for day := range 95 {
			for n := range 3 {
				b.visit(fmt.Sprintf("day%d-%d", day, n), "tab", "/projects/"+id.String())
			}
			if day%40 == 0 {
				b.work()
			}
			b.pass(24 * time.Hour)
		}
		b.work()
		first, last := "day5-0", "day94-2"
		ids := db.Client().Visit.Query().IDsX(t.Context())
		if len(ids) != 270 || !slices.Contains(ids, first) || !slices.Contains(ids, last) {
			t.Errorf("%d visits stay", len(ids))
		}
		// Of 95 days of visits, the last one can still change.
		if days := db.Client().AnalyticsDay.Query().Where(analyticsday.Visits(3), analyticsday.Visitors(1)).
			CountX(t.Context()); days != 94 {
			t.Errorf("%d days stay", days)
		}
		if due, err := b.Due(t.Context()); due || err != nil {
			t.Errorf("due after the work: %v, %v", due, err)
		}
	})
}

// Concurrent starts and ends with one id make one visit, with the longest duration.
func TestConcurrentEnds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		must.Concurrently(t, 20, func(int) error {
			_, err := b.Create(t.Context(), nil, "visit", "tab", "/")
			return err
		})
		b.pass(time.Minute)
		must.Concurrently(t, 20, func(i int) error {
			_, err := b.End(t.Context(), "visit", float64(i))
			return err
		})
		if p := b.period(pb.Timeframe_TIMEFRAME_24HOURS); p.Visits != 1 || p.AverageSeconds() != 19 {
			t.Errorf("%d visits of %v s", p.Visits, p.AverageSeconds())
		}
	})
}
