package ring_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/ring"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/ringmember"
	"uvboard/ent/user"
)

var now = time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// board is a board on which members vote as they do: often for what many like.
type board struct {
	t        *testing.T
	db       *store.DB
	service  *ring.Service
	now      time.Time
	random   *rand.Rand
	projects []uuid.UUID // the most popular ones first
	owners   []uuid.UUID
	honest   []uuid.UUID
	votes    map[uuid.UUID]map[uuid.UUID]time.Time // that are not saved yet, by user and project
	traces   []*trace
	n        int
}

type trace struct {
	user           uuid.UUID
	at             time.Time
	network, agent string
}

func newBoard(t *testing.T, db *store.DB, members, projects int) *board {
	b := &board{t: t, db: db, now: now, random: rand.New(rand.NewPCG(7, 11)),
		votes: map[uuid.UUID]map[uuid.UUID]time.Time{}}
	b.service = ring.NewService(db, []domain.Votable{project.Votable, blog.Votable}, nil,
		func() time.Time { return b.now })
	registered := make([]time.Time, members)
	for i := range registered {
		registered[i] = now.Add(-b.between(20*day, 300*day))
	}
	b.honest = b.register("example.org", registered...)
	for i := range projects {
		b.owners = append(b.owners, b.honest[i%members])
	}
	b.projects = b.show(b.owners...)
	for _, member := range b.honest {
		for range 8 {
			b.upvote(member, b.popular(), now.Add(-b.between(0, 28*day)))
		}
	}
	// Some are new. They vote for a few things and look around.
	young := make([]time.Time, members/10)
	for i := range young {
		young[i] = now.Add(-b.between(21*time.Hour, 13*day))
	}
	for i, member := range b.register("example.org", young...) {
		for range 1 + b.random.IntN(5) {
			b.upvote(member, b.popular(), young[i].Add(b.between(0, 20*time.Hour)))
		}
		b.honest = append(b.honest, member)
	}
	return b
}

// popular returns a project as members choose one: the tenth is chosen a third as often as the first.
func (b *board) popular() uuid.UUID {
	return b.projects[int(float64(len(b.projects))*math.Pow(b.random.Float64(), 2))]
}

func (b *board) between(from, to time.Duration) time.Duration {
	return from + time.Duration(b.random.Int64N(int64(to-from)))
}

// register makes members at a mail domain.
func (b *board) register(domain string, at ...time.Time) []uuid.UUID {
	b.t.Helper()
	var ids []uuid.UUID
	b.write(func(ctx context.Context, tx *ent.Client) error {
		for some := range slices.Chunk(at, 500) {
			rows := make([]*ent.UserCreate, len(some))
			for i, registered := range some {
				b.n++
				name := fmt.Sprintf("member%d", b.n)
				rows[i] = account.NewUser(tx, name, name+"@"+domain, "", registered).SetEmailVerifiedAt(registered)
				id, _ := rows[i].Mutation().ID()
				ids = append(ids, id)
			}
			if err := tx.User.CreateBulk(rows...).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return ids
}

func (b *board) show(owners ...uuid.UUID) []uuid.UUID {
	b.t.Helper()
	ids := make([]uuid.UUID, len(owners))
	at := now.Add(-20 * day)
	b.write(func(ctx context.Context, tx *ent.Client) error {
		rows := make([]*ent.ProjectCreate, len(owners))
		for i, owner := range owners {
			ids[i] = store.NewID(at)
			rows[i] = tx.Project.Create().SetID(ids[i]).SetUserID(owner).SetTitle("Two-Drum").SetTitleKey("two-drum").
				SetTagline("Any photo into a print").SetStage("mvp").SetPrimaryCategory("games").SetIsPublic(true).
				SetPublishedAt(at).SetRank(vote.Rank(0, 0, at)).SetCreatedAt(at).SetUpdatedAt(at)
		}
		return tx.Project.CreateBulk(rows...).Exec(ctx)
	})
	return ids
}

func (b *board) upvote(voter, target uuid.UUID, at time.Time) {
	if b.votes[voter] == nil {
		b.votes[voter] = map[uuid.UUID]time.Time{}
	}
	if _, ok := b.votes[voter][target]; !ok {
		b.votes[voter][target] = at
	}
}

func (b *board) seen(user uuid.UUID, at time.Time, network, agent string) {
	b.traces = append(b.traces, &trace{user, at, network, agent})
}

type cast struct {
	voter, target uuid.UUID
	at            time.Time
}

// save stores what has happened since the last time.
func (b *board) save() {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *ent.Client) error {
		var all []cast
		for voter, targets := range b.votes {
			for target, at := range targets {
				all = append(all, cast{voter, target, at})
			}
			if err := tx.User.UpdateOneID(voter).AddVotesGiven(len(targets)).Exec(ctx); err != nil {
				return err
			}
		}
		// As on a board: the ids of votes ascend with time.
		slices.SortFunc(all, func(a, b cast) int { return a.at.Compare(b.at) })
		var rows []*ent.VoteCreate
		for _, c := range all {
			rows = append(rows, tx.Vote.Create().SetUserID(c.voter).SetTargetType(project.Kind).SetTargetID(c.target).
				SetValue(vote.Up).SetCreatedAt(c.at).SetUpdatedAt(c.at))
		}
		for len(rows) > 0 {
			some := rows[:min(500, len(rows))]
			rows = rows[len(some):]
			if err := tx.Vote.CreateBulk(some...).Exec(ctx); err != nil {
				return err
			}
		}
		for _, s := range b.traces {
			y, m, d := s.at.Date()
			if err := tx.Trace.Create().SetUserID(s.user).SetDay(y*10_000 + int(m)*100 + d).SetNetwork(s.network).
				SetAgent(s.agent).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	b.votes, b.traces = map[uuid.UUID]map[uuid.UUID]time.Time{}, nil
}

func (b *board) write(fn func(ctx context.Context, tx *ent.Client) error) {
	b.t.Helper()
	must.NoError(b.t, b.db.Write(b.t.Context(), fn))
}

// held returns how many of the users are held.
func (b *board) held(users []uuid.UUID) int {
	b.t.Helper()
	n, err := b.db.Client().User.Query().Where(user.IDIn(users...), user.VotesHeldAtNotNil()).Count(b.t.Context())
	must.NoError(b.t, err)
	return n
}

// find runs the search twice: the second run finds nothing more.
func (b *board) find() {
	b.t.Helper()
	must.NoError(b.t, b.service.Find(b.t.Context()))
	acts := b.db.Client().AuditEntry.Query().CountX(b.t.Context())
	must.NoError(b.t, b.service.Find(b.t.Context()))
	if n := b.db.Client().AuditEntry.Query().CountX(b.t.Context()); n != acts {
		b.t.Errorf("the second search recorded %d acts", n-acts)
	}
	drifts, err := doctor.Examine(b.t.Context(), b.db, []domain.Domain{ring.Domain(b.service)})
	must.NoError(b.t, err)
	for _, d := range drifts {
		b.t.Errorf("drift: %v", d)
	}
}

// crowd registers members at once or over a time, each with a network and a browser, who upvote a project later.
type crowd struct {
	n        int
	over     time.Duration
	networks int // 0: each has one alone
	agents   int
	delay    func(b *board) time.Duration
	others   func(b *board, voter uuid.UUID, registered time.Time)
	mail     string
}

// human is the time until somebody votes: mostly minutes, at times much longer.
func human(b *board) time.Duration {
	return time.Duration(float64(4*time.Minute) * math.Exp(b.random.NormFloat64()))
}

// within is the time until a patient script votes.
func within(most time.Duration) func(b *board) time.Duration {
	return func(b *board) time.Duration { return b.between(time.Minute, most) }
}

// also votes for a number of popular projects.
func also(least, most int) func(b *board, voter uuid.UUID, registered time.Time) {
	return func(b *board, voter uuid.UUID, registered time.Time) {
		for range least + b.random.IntN(most-least+1) {
			b.upvote(voter, b.popular(), registered.Add(b.between(time.Minute, 20*time.Hour)))
		}
	}
}

func (b *board) join(c crowd, target uuid.UUID) []uuid.UUID {
	b.t.Helper()
	at := make([]time.Time, c.n)
	for i := range at {
		at[i] = now.Add(-22*time.Hour - b.between(0, c.over))
	}
	mail := c.mail
	if mail == "" {
		mail = "example.org"
	}
	ids := b.register(mail, at...)
	for i, id := range ids {
		network := fmt.Sprint("network of ", id)
		if c.networks > 0 {
			network = fmt.Sprint("network ", i%c.networks, " to ", target)
		}
		b.seen(id, at[i], network, fmt.Sprint("browser ", b.random.IntN(max(c.agents, 1))))
		b.upvote(id, target, at[i].Add(c.delay(b)))
		if c.others != nil {
			c.others(b, id, at[i])
		}
	}
	b.save()
	return ids
}

// TestBuyers and TestHonestCrowds have the same board: what a buyer does is held, and what honest people do is not.
func TestBuyers(t *testing.T) {
	for name, c := range map[string]crowd{
		"Script":            {n: 10, over: time.Minute, networks: 1, agents: 1, delay: within(2 * time.Minute)},
		"Burst":             {n: 200, over: time.Hour, networks: 5, agents: 1, delay: within(20 * time.Minute)},
		"BurstManyNetworks": {n: 200, over: time.Hour, agents: 20, delay: human},
		"Drip":              {n: 200, over: 7 * day, networks: 5, agents: 20, delay: human, others: also(0, 2)},
		"DripManyNetworks":  {n: 200, over: 7 * day, agents: 20, delay: human, others: also(0, 2)},
		"Mimicry": {n: 200, over: 7 * day, networks: 5, agents: 20, delay: within(18 * time.Hour),
			others: also(5, 15)},
		"MimicryManyNetworks": {n: 200, over: 7 * day, agents: 20, delay: within(18 * time.Hour), others: also(5, 15)},
		"OneMailbox":          {n: 10, over: 3 * time.Hour, networks: 2, agents: 20, delay: human, mail: "mailbox"},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				b := newBoard(t, db, 500, 60)
				target := b.projects[len(b.projects)-3]
				bought := b.join(c, target)
				if c.mail == "mailbox" {
					for i, id := range bought {
						storetest.Exec(t, db, "UPDATE users SET email_key = $1 WHERE id = $2",
							fmt.Sprintf("bo.ugh.t+%d@example.org", i), id)
					}
				}
				b.find()
				if n := b.held(bought); n < len(bought)*95/100 {
					t.Errorf("%d of %d are held", n, len(bought))
				}
				if n := b.held(b.honest); n > len(b.honest)/100 {
					t.Errorf("%d of %d honest members are held", n, len(b.honest))
				}
				for _, r := range db.Client().Ring.Query().AllX(t.Context()) {
					t.Log(r.Findings)
				}
			})
		})
	}
}

func TestHonestCrowds(t *testing.T) {
	most := func(share float64, others func(b *board, voter uuid.UUID, registered time.Time)) func(*board, uuid.UUID,
		time.Time) {
		return func(b *board, voter uuid.UUID, registered time.Time) {
			if b.random.Float64() >= share {
				others(b, voter, registered)
			}
		}
	}
	for name, c := range map[string]crowd{
		"Conference":    {n: 30, over: 40 * time.Minute, networks: 1, agents: 6, delay: human},
		"Office":        {n: 20, over: 2 * time.Hour, networks: 1, agents: 3, delay: human, mail: "office.example"},
		"Fans":          {n: 40, over: time.Hour, agents: 8, delay: human, others: most(0.75, also(3, 9))},
		"FansOnce":      {n: 40, over: time.Hour, agents: 8, delay: human},
		"Launch":        {n: 120, over: 3 * day, agents: 8, delay: human, others: most(0.7, also(3, 9))},
		"SameBrowser":   {n: 40, over: time.Hour, agents: 1, delay: human},
		"SharedFlat":    {n: 4, over: time.Minute, networks: 1, agents: 1, delay: human},
		"MobileNetwork": {n: 60, over: 2 * day, networks: 10, agents: 8, delay: human},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				b := newBoard(t, db, 500, 60)
				people := b.join(c, b.projects[len(b.projects)-3])
				b.find()
				if n := b.held(append(people, b.honest...)); n > 0 {
					t.Errorf("%d are held: %s", n, db.Client().Ring.Query().FirstX(t.Context()).Findings)
				}
			})
		})
	}
}

// Newcomers who vote for what a crowd votes for are not held with it, and what was found is true of the held ones.
func TestNewcomersInACrowd(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 500, 60)
		target := b.projects[len(b.projects)-3]
		bots := b.join(crowd{n: 32, over: time.Hour, networks: 1, agents: 1, delay: within(20 * time.Minute)}, target)
		var people []uuid.UUID
		for i := range 3 {
			at := now.Add(-time.Duration(24+3*i) * time.Hour)
			id := b.register(fmt.Sprintf("own%d.example", i), at)[0]
			b.seen(id, at, fmt.Sprint("own network ", i), fmt.Sprint("own browser ", i))
			b.upvote(id, target, at.Add(human(b)))
			people = append(people, id)
		}
		b.save()
		b.find()
		if n := b.held(bots); n != len(bots) {
			t.Errorf("%d of the crowd are held, want all", n)
		}
		if n := b.held(append(people, b.honest...)); n > 0 {
			t.Errorf("%d others are held", n)
		}
		findings := db.Client().Ring.Query().OnlyX(t.Context()).Findings
		if !strings.HasPrefix(findings, "32 new accounts, ") || !strings.Contains(findings, " 32 did little else.") {
			t.Errorf("found: %s", findings)
		}
	})
}

// Ten friends register on one evening from one network, vote for each other's projects and for many others.
func TestFriends(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 500, 60)
		at := make([]time.Time, 10)
		for i := range at {
			at[i] = now.Add(-4*day + b.between(0, 2*time.Hour))
		}
		friends := b.register("example.org", at...)
		theirs := b.show(friends...)
		for i, id := range friends {
			b.seen(id, at[i], "home", fmt.Sprint("browser ", i%2))
			for j, target := range theirs {
				if i != j {
					b.upvote(id, target, at[i].Add(b.between(time.Minute, day)))
				}
			}
			for range 25 {
				b.upvote(id, b.popular(), at[i].Add(b.between(time.Minute, 3*day)))
			}
			storetest.Exec(t, db, "UPDATE users SET project_count = 1, forum_post_count = 4 WHERE id = $1", id)
		}
		b.save()
		for hours := range 4 * 24 { // at whatever time the search runs
			if hours%6 == 0 {
				b.now = now.Add(-4*day + time.Duration(hours)*time.Hour)
				must.NoError(t, b.service.Find(t.Context()))
			}
		}
		b.now = now
		b.find()
		if n := b.held(append(friends, b.honest...)); n > 0 {
			t.Errorf("%d are held: %s", n, db.Client().Ring.Query().FirstX(t.Context()).Findings)
		}
	})
}

// Friends register in one hour from one network with one browser, show what they made within three days and vote for
// each other's within a day of it. When the search first sees them, they have done little else.
func TestFriendsWithOneBrowser(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 500, 60)
		begin := now.Add(-6 * day)
		at := make([]time.Time, 10)
		for i := range at {
			at[i] = begin.Add(b.between(0, time.Hour))
		}
		friends := b.register("example.org", at...)
		theirs, shown := b.show(friends...), make([]time.Time, len(friends))
		var casts []cast
		for i, id := range friends {
			b.seen(id, at[i], "home", "browser")
			shown[i] = at[i].Add(b.between(time.Hour, 3*day))
			for _, voter := range friends {
				if voter != id {
					casts = append(casts, cast{voter, theirs[i], shown[i].Add(b.between(10*time.Minute, day))})
				}
			}
			for _, p := range b.random.Perm(len(b.projects))[:4] {
				casts = append(casts, cast{id, b.projects[p], at[i].Add(b.between(time.Minute, 6*day))})
			}
		}
		for hours := range 6 * 24 {
			b.now = begin.Add(time.Duration(hours) * time.Hour)
			casts = slices.DeleteFunc(casts, func(c cast) bool {
				if c.at.After(b.now) {
					return false
				}
				b.upvote(c.voter, c.target, c.at)
				return true
			})
			b.save()
			for i, id := range friends {
				if shown[i].After(b.now.Add(-time.Hour)) && !shown[i].After(b.now) {
					storetest.Exec(t, db, "UPDATE users SET project_count = 1 WHERE id = $1", id)
				}
			}
			must.NoError(t, b.service.Find(t.Context()))
		}
		if n := b.held(friends); n > 0 {
			t.Errorf("%d are held: %s", n, db.Client().Ring.Query().FirstX(t.Context()).Findings)
		}
	})
}

// Members who vote for each other's things and for one more share too little; who votes for nothing else is a ring.
func TestExchange(t *testing.T) {
	for name, others := range map[string]int{"Friends": 1, "Only": 0} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				b := newBoard(t, db, 1500, 300)
				registered := make([]time.Time, 10)
				for i := range registered {
					registered[i] = now.Add(-b.between(40*day, 90*day))
				}
				circle := b.register("example.org", registered...)
				for i, target := range b.show(circle...) {
					for j, id := range circle {
						if i != j {
							b.upvote(id, target, now.Add(-b.between(0, 20*day)))
						}
					}
				}
				for _, id := range circle {
					for range others {
						b.upvote(id, b.popular(), now.Add(-b.between(0, 20*day)))
					}
				}
				b.save()
				b.find()
				if n, want := b.held(circle), len(circle)*(1-others); n != want {
					t.Errorf("%d are held, want %d", n, want)
				}
			})
		})
	}
}

// Those who visit on one day vote for what is new on that day. They share much, but no more than all do.
func TestVisitorsOfADay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 400, 60)
		fresh := b.show(b.honest[100:110]...)
		for _, id := range b.honest[200:300] {
			for _, i := range b.random.Perm(10)[:7] {
				b.upvote(id, fresh[i], now.Add(-b.between(2*time.Hour, 10*time.Hour)))
			}
		}
		b.save()
		b.find()
		if n := b.held(b.honest); n > 0 {
			t.Errorf("%d are held: %s", n, db.Client().Ring.Query().FirstX(t.Context()).Findings)
		}
	})
}

// Members that join a crowd later join its ring; an admin is in none.
func TestRingGrows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db, 150, 40)
		target := b.projects[len(b.projects)-3]
		script := crowd{n: 10, over: time.Minute, networks: 1, agents: 1, delay: within(2 * time.Minute)}
		first := b.join(script, target)
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE id = $1", first[0])
		b.find()
		second := b.join(script, target)
		b.find()
		if n := b.held(append(first, second...)); n != 19 {
			t.Errorf("%d are held, want 19", n)
		}
		if n := db.Client().Ring.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d rings, want 1", n)
		}
		if n := db.Client().RingMember.Query().Where(ringmember.UserID(first[0])).CountX(t.Context()); n != 0 {
			t.Error("the admin is in the ring")
		}
	})
}
