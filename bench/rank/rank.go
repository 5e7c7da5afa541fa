// Package rank simulates a community that votes, and a buyer of accounts, with the product's own votes, rings and
// rankings on a database and a clock of its own. It measures by how many places bought accounts move honest projects.
package rank

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/ring"
	"uvboard/backend/vote"
	"uvboard/bench/report"
	"uvboard/ent"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

const (
	hour = time.Hour
	day  = 24 * hour
)

// habit is how often one kind of members votes. Most of a community reads, and few write: the shares follow the 90-9-1
// rule of online communities, with the readers' rare votes.
type habit struct {
	name    string
	share   float64 // of the members
	perWeek float64 // votes
}

var habits = []habit{
	{name: "reader", share: 0.7, perWeek: 0.2},
	{name: "regular", share: 0.25, perWeek: 2},
	{name: "devoted", share: 0.05, perWeek: 12},
}

// What honest members do.
const (
	registers  = 0.2  // of the members register during the run, the others before it
	confirms   = 0.9  // of new members confirm their address, within an hour
	shared     = 0.2  // of members come by one of 20 networks of mobile providers
	downvotes  = 0.03 // of votes
	recency    = 4.0  // days in which the attention for a project falls to a third
	launches   = 20   // projects whose makers bring fans along
	fans       = 30   // of each launch: they register within an hour, vote for it, and most do nothing else
	fansStay   = 0.3
	friends    = 10 // register on one evening from one network, vote for each other, and stay
	colleagues = 25 // of one office: one network, one browser; they vote for a colleague's project within a day; stay
)

// What the buyer does.
const (
	bought  = 200
	targets = 5 // projects, each of its own account
	attack  = 7 * day
)

// strategy is a way to use the bought accounts. All of them have confirmed their address.
type strategy struct {
	name     string
	over     time.Duration // in which the accounts register
	networks int           // by which they come
	agents   int           // browsers that they say they are
	others   [2]int        // honest projects that each also votes for, at least and at most
	rivals   int           // of the first ten that each votes against
}

var strategies = []strategy{
	{name: "burst", over: hour, networks: 20, agents: 3},
	{name: "drip", over: 6 * day, networks: 60, agents: 8, others: [2]int{0, 2}},
	{name: "mimicry", over: 6 * day, networks: 200, agents: 8, others: [2]int{5, 15}},
	{name: "drip against rivals", over: 6 * day, networks: 60, agents: 8, rivals: 3},
}

type options struct {
	members, projects, days int
	seed                    uint64
	out                     io.Writer
}

// Run prints the table for the arguments.
func Run(ctx context.Context, args []string) error {
	o := options{out: os.Stdout}
	flags := flag.NewFlagSet("bench rank", flag.ExitOnError)
	flags.IntVar(&o.members, "members", 10_000, "number of honest members")
	flags.IntVar(&o.projects, "projects", 1000, "number of honest projects")
	flags.IntVar(&o.days, "days", 21, "simulated days, at least 10; the accounts are used in the last seven")
	flags.Uint64Var(&o.seed, "seed", rand.Uint64(), "repeats a run")
	_ = flags.Parse(args) // exits
	if o.members < 200 || o.projects < 100 || o.days < 10 || flags.NArg() > 0 {
		flags.Usage()
		return errors.New("invalid arguments")
	}
	return measure(ctx, o)
}

func measure(ctx context.Context, o options) error {
	fmt.Fprintf(o.out, "%d members, %d projects, %d days, %d bought accounts for %d projects, -seed %d\n\n", o.members,
		o.projects, o.days, bought, targets, o.seed)
	honest, err := simulate(ctx, o, nil)
	if err != nil {
		return err
	}
	report.Head(o.out, "strategy", "largest fall in the first fifty", "best place of a bought project",
		"bought accounts held", "bought votes that count", "honest votes held for more than 24 h", "friends held",
		"fans held", "colleagues held")
	row := func(name string, r result, fall any, best any) {
		report.Row(o.out, name, fall, best, r.heldBought, r.countedBought,
			fmt.Sprintf("%.2f %% of %d", 100*share(r.heldVotes, r.votes), r.votes),
			r.held["friends"], r.held["fans"], r.held["colleagues"])
	}
	row("none", honest, "", "")
	for _, s := range strategies {
		r, err := simulate(ctx, o, &s)
		if err != nil {
			return err
		}
		row(s.name, r, fall(honest, r), r.best)
	}
	return nil
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

const watched = 50 // the first places of Trending

// fall is the largest number of places by which an honest project of the first fifty stands lower than without the
// bought accounts, on any day.
func fall(without, with result) int {
	largest := 0
	for d, before := range without.trending {
		for place, name := range before[:min(watched, len(before))] {
			now := slices.Index(with.trending[d], name)
			if now < 0 { // beyond those that were looked at
				now = len(with.trending[d])
			}
			largest = max(largest, now-place)
		}
	}
	return largest
}

// world is a board on a database of its own.
type world struct {
	db       *store.DB
	votes    *vote.Service
	services *project.Service
	runner   *jobs.Runner
	now      time.Time
}

func open(ctx context.Context) (w *world, closed func() error, err error) {
	dir, err := os.MkdirTemp("", "uvboard-rank-")
	if err != nil {
		return nil, nil, err
	}
	store.SkipSync()
	w = &world{now: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return w.now }
	if w.db, err = store.Open(ctx, "sqlite://"+filepath.Join(dir, "uvboard.db")); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	closed = func() error { return errors.Join(w.db.Close(), os.RemoveAll(dir)) }
	bucket, err := media.OpenBucket(ctx, "", dir)
	if err == nil {
		err = w.db.Migrate(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, closed())
	}
	w.services = project.NewService(w.db, media.NewService(w.db, bucket, clock), clock)
	w.votes = vote.NewService(w.db, []domain.Votable{project.Votable}, clock)
	w.votes.UseRule(func() (time.Duration, int) { return vote.MinAccountHours * hour, vote.EntryVotes }, true)
	rings := ring.NewService(w.db, []domain.Votable{project.Votable}, nil, clock)
	domains := []domain.Domain{vote.Domain(w.votes), ring.Domain(rings)}
	w.db.SetListeners(domain.Collect(domains, func(d domain.Domain) []event.Listener { return d.Listeners })...)
	w.runner = jobs.New(w.db, domain.Collect(domains, func(d domain.Domain) []jobs.Job { return d.Jobs }),
		slog.New(slog.DiscardHandler), clock)
	return w, closed, nil
}

// member is an account of the simulation.
type member struct {
	*auth.Caller
	from     auth.Client
	group    string // friends, fans, colleagues, bought or empty
	weekly   float64
	since    time.Time
	confirms bool
}

// shown is a project of the simulation.
type shown struct {
	id     uuid.UUID
	name   int // the same in every run
	by     *member
	at     time.Time
	appeal float64 // attention that it gets, compared with the others
}

// deed is what happens at a time.
type deed struct {
	at time.Time
	do func(context.Context) error
}

// simulation is a run. Honest members do the same whatever the buyer does: they choose by the appeal and the age of
// projects, and not by their place, so that two runs differ by the bought votes alone.
type simulation struct {
	*world
	options
	begin, end time.Time
	random     *rand.Rand // of honest members
	buyer      *rand.Rand
	members    []*member
	shown      []*shown
	targets    []*shown
	deeds      []deed
	voted      map[*member]map[*shown]bool
	names      map[uuid.UUID]int
	trending   [][]int
}

// result is what one run measured.
type result struct {
	trending                         [][]int // names of projects at the end of each day of the attack
	best                             int     // place of a bought project on any day; 0 beyond the first hundred
	heldBought, countedBought, votes int
	heldVotes                        int // of honest members, for more than a day
	held                             map[string]int
}

func simulate(ctx context.Context, o options, s *strategy) (r result, err error) {
	w, closed, err := open(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	sim := &simulation{world: w, options: o, begin: w.now, end: w.now.Add(time.Duration(o.days) * day),
		random: rand.New(rand.NewPCG(o.seed, 1)), buyer: rand.New(rand.NewPCG(o.seed, 2)),
		voted: map[*member]map[*shown]bool{}, names: map[uuid.UUID]int{}}
	sim.planMembers()
	sim.planProjects()
	sim.planVotes()
	sim.planCrowds()
	sim.planBuyer(s)
	sim.planWork()
	slices.SortStableFunc(sim.deeds, func(a, b deed) int { return a.at.Compare(b.at) })
	if err := sim.addOld(ctx); err != nil {
		return r, err
	}
	for _, d := range sim.deeds {
		sim.now = d.at
		if err := d.do(ctx); err != nil {
			return r, err
		}
	}
	return sim.result(ctx)
}

func (s *simulation) at(when time.Time, do func(context.Context) error) {
	if when.Before(s.end) {
		s.deeds = append(s.deeds, deed{when, do})
	}
}

func within(random *rand.Rand, from time.Time, d time.Duration) time.Time {
	return from.Add(time.Duration(random.Float64() * float64(d)))
}

var browsers = []string{"Firefox/141.0", "Chrome/140.0.0.0 Mobile", "Chrome/140.0.0.0", "Safari/605.1.15 Mobile",
	"Safari/605.1.15",
	"Edg/140.0.0.0", "Firefox/140.0", "Chrome/139.0.0.0", "SamsungBrowser/28.0", "Chrome/140.0.0.0 CrOS", "OPR/121.0",
	"DuckDuckGo/5"}

// client is an address in the network with this number, and a browser, most often one of the first.
func client(random *rand.Rand, network, browser int) auth.Client {
	return auth.Client{
		Addr:      netip.AddrFrom4([4]byte{10, byte(network >> 8), byte(network), byte(1 + random.IntN(250))}),
		UserAgent: "Mozilla/5.0 " + browsers[browser%len(browsers)],
	}
}

// Networks by their numbers.
const (
	mobileNetworks  = 20
	homeNetworks    = 20_000 // after the mobile ones
	friendsNetwork  = 30_000
	officeNetwork   = 30_001
	boughtNetworks  = 40_000
	popularBrowsers = 5
)

func (s *simulation) home() auth.Client {
	network := mobileNetworks + s.random.IntN(homeNetworks)
	if s.random.Float64() < shared {
		network = s.random.IntN(mobileNetworks)
	}
	browser := s.random.IntN(popularBrowsers)
	if s.random.IntN(4) == 0 {
		browser = s.random.IntN(len(browsers))
	}
	return client(s.random, network, browser)
}

func (s *simulation) join(group string, since time.Time, from auth.Client, confirms bool) *member {
	m := &member{Caller: &auth.Caller{Username: fmt.Sprint("member", len(s.members)), SessionID: uuid.New()},
		from:  from,
		group: group, since: since, confirms: confirms}
	s.members = append(s.members, m)
	s.voted[m] = map[*shown]bool{}
	if !since.Before(s.begin) {
		s.at(since, func(ctx context.Context) error { return s.register(ctx, m) })
	}
	return m
}

func (s *simulation) planMembers() {
	for range s.options.members {
		since := s.begin.Add(-time.Duration(1+s.random.IntN(300)) * day)
		if s.random.Float64() < registers {
			since = within(s.random, s.begin, s.end.Sub(s.begin))
		}
		m := s.join("", since, s.home(), s.random.Float64() < confirms)
		place := s.random.Float64()
		for _, h := range habits {
			if m.weekly = h.perWeek; place < h.share {
				break
			}
			place -= h.share
		}
	}
}

func (s *simulation) planProjects() {
	for range s.options.projects {
		at := within(s.random, s.begin, s.end.Sub(s.begin))
		by := s.members[s.random.IntN(len(s.members))]
		for by.since.After(at) {
			by = s.members[s.random.IntN(len(s.members))]
		}
		s.shown = append(s.shown, &shown{name: len(s.shown), by: by, at: at,
			appeal: math.Exp(1.2 * s.random.NormFloat64())})
	}
	// The buyer's accounts are old, and their projects as appealing as the average.
	for range targets {
		by := s.join("", s.begin.Add(-30*day), client(s.random, boughtNetworks-1, 0), true)
		s.targets = append(s.targets, &shown{name: -1 - len(s.targets), by: by,
			at: within(s.random, s.end.Add(-attack-day), day)})
	}
	for _, p := range slices.Concat(s.shown, s.targets) {
		s.at(p.at, func(ctx context.Context) error { return s.show(ctx, p) })
	}
}

// attention returns a project for a vote: by its appeal and its age.
func (s *simulation) attention(random *rand.Rand, at time.Time, m *member) *shown {
	weights, total := make([]float64, len(s.shown)), 0.0
	for i, p := range s.shown {
		if age := at.Sub(p.at); age > 0 && p.by != m && !s.voted[m][p] {
			weights[i] = p.appeal * math.Exp(-age.Hours()/24/recency)
			total += weights[i]
		}
	}
	pick := random.Float64() * total
	for i, w := range weights {
		if pick -= w; w > 0 && pick <= 0 {
			return s.shown[i]
		}
	}
	return nil
}

func (s *simulation) vote(at time.Time, m *member, of *shown, value int) {
	if of == nil || of.by == m || s.voted[m][of] {
		return
	}
	s.voted[m][of] = true
	s.at(at, func(ctx context.Context) error {
		_, err := s.votes.Cast(auth.WithClient(ctx, m.from), m.UserID, project.Kind, of.id, value)
		return err
	})
}

func (s *simulation) voteOften(m *member, perWeek float64, from time.Time) {
	for at := from; perWeek > 0; {
		at = at.Add(time.Duration(s.random.ExpFloat64() / perWeek * float64(7*day)))
		if !at.Before(s.end) {
			return
		}
		value := vote.Up
		if s.random.Float64() < downvotes {
			value = vote.Down
		}
		s.vote(at, m, s.attention(s.random, at, m), value)
	}
}

func (s *simulation) planVotes() {
	for _, m := range slices.Clone(s.members) {
		from := m.since
		if from.Before(s.begin) {
			from = s.begin
		} else if m.weekly > 0 && s.random.Float64() < 0.5 { // half of the new ones came to vote for something
			at := within(s.random, from.Add(2*time.Minute), hour/2)
			s.vote(at, m, s.attention(s.random, at, m), vote.Up)
		}
		s.voteOften(m, m.weekly, from)
	}
}

// planCrowds adds honest people who look like rings.
func (s *simulation) planCrowds() {
	for i := range launches {
		of := s.shown[i]
		for range fans {
			m := s.join("fans", within(s.random, of.at.Add(5*time.Minute), hour), s.home(),
				s.random.Float64() < confirms)
			s.vote(within(s.random, m.since.Add(time.Minute), 10*time.Minute), m, of, vote.Up)
			if s.random.Float64() < fansStay {
				s.voteOften(m, 1, m.since.Add(hour))
			}
		}
	}
	evening := s.begin.Add(time.Duration(s.days/2)*day + 19*hour)
	var circle []*member
	var theirs []*shown
	for range friends {
		m := s.join("friends", within(s.random, evening, hour), client(s.random, friendsNetwork, 0), true)
		p := &shown{name: len(s.shown) + len(theirs), by: m, at: within(s.random, m.since.Add(hour), 3*day), appeal: 1}
		s.at(p.at, func(ctx context.Context) error { return s.show(ctx, p) })
		circle, theirs = append(circle, m), append(theirs, p)
		s.voteOften(m, 5, m.since)
	}
	s.shown = append(s.shown, theirs...)
	for _, m := range circle {
		for _, p := range theirs {
			if p.at.Before(s.end) {
				s.vote(within(s.random, p.at.Add(10*time.Minute), day), m, p, vote.Up)
			}
		}
	}
	of := s.shown[launches]
	for range colleagues {
		m := s.join("colleagues", within(s.random, s.begin.Add(-60*day), 60*day), client(s.random,
			officeNetwork, 1), true)
		s.vote(within(s.random, of.at.Add(time.Hour), day), m, of, vote.Up)
		s.voteOften(m, 1, s.begin)
	}
}

// planBuyer plans what the bought accounts do in the last week. Each votes for all targets once it is a day old, when
// its votes begin to count. The votes for honest projects go to the popular ones.
func (s *simulation) planBuyer(strategy *strategy) {
	if strategy == nil {
		return
	}
	begin, random := s.end.Add(-attack), s.buyer
	for i := range bought {
		since := within(random, begin, strategy.over)
		m := s.join("bought", since, client(random, boughtNetworks+i%strategy.networks,
			random.IntN(strategy.agents)), true)
		for _, p := range s.targets {
			s.vote(within(random, m.since.Add(25*hour), 3*hour), m, p, vote.Up)
		}
		for range strategy.others[0] + random.IntN(strategy.others[1]-strategy.others[0]+1) {
			at := within(random, m.since, s.end.Sub(m.since))
			s.vote(at, m, s.attention(random, at, m), vote.Up)
		}
		if strategy.rivals > 0 {
			s.at(m.since.Add(29*hour), func(ctx context.Context) error { return s.against(ctx, m, strategy.rivals) })
		}
	}
}

// against lets a bought account vote against projects that stand above the targets.
func (s *simulation) against(ctx context.Context, m *member, n int) error {
	first, err := s.first(ctx, 10)
	for range n {
		if err != nil || len(first) == 0 {
			return err
		}
		id := first[s.buyer.IntN(len(first))]
		if !slices.ContainsFunc(s.targets, func(p *shown) bool { return p.id == id || p.by.UserID == m.UserID }) {
			_, err = s.votes.Cast(auth.WithClient(ctx, m.from), m.UserID, project.Kind, id, vote.Down)
		}
	}
	return err
}

// planWork lets the jobs of the board run every ten minutes, and looks at Trending each day of the attack.
func (s *simulation) planWork() {
	for at := s.begin; at.Before(s.end); at = at.Add(10 * time.Minute) {
		s.at(at, s.runner.Work)
	}
	for at := s.end.Add(-attack + day); !at.After(s.end); at = at.Add(day) {
		s.at(at.Add(-time.Minute), func(ctx context.Context) error {
			ids, err := s.first(ctx, 100)
			places := make([]int, len(ids))
			for i, id := range ids {
				places[i] = s.names[id]
			}
			s.trending = append(s.trending, places)
			return err
		})
	}
}

func (s *simulation) first(ctx context.Context, n int) ([]uuid.UUID, error) {
	page, err := s.services.List(ctx, project.ListQuery{Type: "trending", Size: n})
	ids := make([]uuid.UUID, len(page.Projects))
	for i, p := range page.Projects {
		ids[i] = p.ID
	}
	return ids, err
}

// register makes a new account as a registration does, and confirms its address within the hour.
func (s *simulation) register(ctx context.Context, m *member) error {
	err := s.db.Write(auth.WithClient(ctx, m.from), func(ctx context.Context, tx *ent.Client) error {
		if err := s.add(ctx, tx, m); err != nil {
			return err
		}
		return s.db.Emit(ctx, tx, event.Event{Kind: event.Registered, Item: event.Item{Type: account.Kind,
			ID: m.UserID}})
	})
	if err != nil || !m.confirms {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := tx.User.UpdateOneID(m.UserID).SetEmailVerifiedAt(s.now).Exec(ctx); err != nil {
			return err
		}
		return s.db.Emit(ctx, tx, event.AccessOf(m.UserID))
	})
}

func (s *simulation) add(ctx context.Context, tx *ent.Client, m *member) error {
	u, err := account.NewUser(tx, m.Username, m.Username+"@example.com", "", m.since).Save(ctx)
	if err == nil {
		m.UserID = u.ID
	}
	return err
}

// addOld adds the accounts that were there before.
func (s *simulation) addOld(ctx context.Context) error {
	old := slices.DeleteFunc(slices.Clone(s.members), func(m *member) bool { return !m.since.Before(s.begin) })
	for batch := range slices.Chunk(old, 500) {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			users := make([]*ent.UserCreate, len(batch))
			for i, m := range batch {
				users[i] = account.NewUser(tx, m.Username, m.Username+"@example.com", "", m.since).
					SetEmailVerifiedAt(m.since)
			}
			made, err := tx.User.CreateBulk(users...).Save(ctx)
			for i, u := range made {
				batch[i].UserID = u.ID
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *simulation) show(ctx context.Context, p *shown) error {
	made, err := s.services.Create(ctx, p.by.Caller, project.Input{Title: new(p.by.Username + "'s"),
		Tagline: new("What it does for you"), PrimaryCategory: new("games"), Stage: new("mvp"),
		VibeTools: []string{"cursor"}, Logo: new("/uploads/logo.png")})
	if err == nil {
		p.id, s.names[made.ID] = made.ID, p.name
	}
	return err
}

func (s *simulation) result(ctx context.Context) (r result, err error) {
	r = result{trending: s.trending, held: map[string]int{}}
	for _, places := range s.trending {
		for i, name := range places {
			if name < 0 && (r.best == 0 || i < r.best) { // of the buyer
				r.best = i + 1
			}
		}
	}
	held := map[uuid.UUID]time.Time{}
	users, err := s.db.Client().User.Query().Where(user.VotesHeldAtNotNil()).All(ctx)
	if err != nil {
		return r, err
	}
	for _, u := range users {
		held[u.ID] = *u.VotesHeldAt
	}
	groups := map[uuid.UUID]string{}
	for _, m := range s.members {
		groups[m.UserID] = m.group
		if _, isHeld := held[m.UserID]; isHeld {
			r.held[m.group]++
		}
	}
	votes, err := s.db.Client().Vote.Query().Select(entvote.FieldUserID, entvote.FieldIsEligible).All(ctx)
	for _, v := range votes {
		since, isHeld := held[v.UserID]
		switch isBought := groups[v.UserID] == "bought"; {
		case isBought && v.IsEligible:
			r.countedBought++
		case !isBought:
			r.votes++
			if isHeld && s.end.Sub(since) > day {
				r.heldVotes++
			}
		}
	}
	r.heldBought = r.held["bought"]
	return r, err
}
