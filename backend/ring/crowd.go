package ring

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entring "uvboard/ent/ring"
	"uvboard/ent/ringmember"
	"uvboard/ent/trace"
	"uvboard/ent/user"
	"uvboard/ent/vote"
)

// Limits of what is read of one member.
const (
	maxItems  = 100   // of each type, the newest
	maxVoters = 10000 // upvotes of new accounts, of the newest ones
)

// account is a new account that upvoted things of a member.
type account struct {
	id         uuid.UUID
	registered time.Time
	voted      time.Time // the first of these upvotes
	mail       string
	upvotes    int // of things of the member
	given      int // votes on anything
	published  int // texts and projects, drafts too
}

// isEmpty reports whether the account has done little else.
func (a *account) isEmpty() bool { return a.published == 0 && a.given-a.upvotes <= maxElse }

// isIdle reports whether the account has done nothing else.
func (a *account) isIdle() bool { return a.published == 0 && a.given <= a.upvotes }

// judgeCrowd looks at the new accounts that upvoted things of a member.
func (r *search) judgeCrowd(ctx context.Context, owner uuid.UUID, touched map[uuid.UUID]string) error {
	items, err := r.itemsOf(ctx, owner, touched)
	if err != nil {
		return err
	}
	accounts, err := r.newVoters(ctx, items)
	if err != nil || len(accounts) < minRing {
		return err
	}
	// An admin has said of these that they are no crowd.
	ids := make([]uuid.UUID, len(accounts))
	for i, a := range accounts {
		ids[i] = a.id
	}
	known := map[uuid.UUID]bool{}
	for some := range slices.Chunk(ids, chunk) {
		released, err := r.db.Client().RingMember.Query().Where(ringmember.UserIDIn(some...),
			ringmember.HasRingWith(entring.Kind(Crowd), entring.State(Released))).All(ctx)
		if err != nil {
			return err
		}
		for _, m := range released {
			known[m.UserID] = true
		}
	}
	accounts = slices.DeleteFunc(accounts, func(a *account) bool { return known[a.id] })
	traces, err := r.tracesOf(ctx, accounts)
	if err != nil {
		return err
	}
	for _, part := range parts(accounts, traces) {
		held, findings, err := r.judgePart(ctx, part, traces, items)
		if err != nil {
			return err
		}
		if held == nil {
			continue
		}
		if err := r.hold(ctx, Crowd, owner, held, findings); err != nil {
			return err
		}
	}
	return nil
}

// itemsOf returns what members can upvote of an owner: the newest of each type, and what was touched.
func (r *search) itemsOf(ctx context.Context, owner uuid.UUID, touched map[uuid.UUID]string) ([]uuid.UUID, error) {
	items := sorted(touched)
	for _, v := range r.votable {
		query := fmt.Sprintf("SELECT id FROM %s WHERE user_id = $1 ORDER BY id DESC LIMIT %d", v.Table, maxItems)
		err := r.each(ctx, query, []any{owner}, func(scan func(...any) error) error {
			var id uuid.UUID
			err := scan(&id)
			items = append(items, id)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return unique(items), nil
}

// newVoters returns the accounts of crowdWindow that upvoted the items and are old enough to be judged, in the order of
// their registration.
func (r *search) newVoters(ctx context.Context, items []uuid.UUID) ([]*account, error) {
	places := make([]string, len(items))
	for i := range items {
		places[i] = fmt.Sprintf("$%d", i+2)
	}
	query := fmt.Sprintf(`SELECT v.user_id, v.created_at, u.created_at, u.email_key, u.votes_given, u.project_count
		+ u.draft_count + u.forum_thread_count + u.forum_post_count + u.blog_post_count + u.blog_comment_count
		FROM votes v JOIN users u ON u.id = v.user_id WHERE v.target_id IN (%s) AND v.value = 1 AND v.user_id > $1
		AND u.role <> 'admin' AND u.deleted_at IS NULL ORDER BY v.user_id DESC LIMIT %d`,
		strings.Join(places, ", "), maxVoters)
	args := append([]any{r.oldest}, anys(items)...)
	byID := map[uuid.UUID]*account{}
	err := r.each(ctx, query, args, func(scan func(...any) error) error {
		var a account
		if err := scan(&a.id, &a.voted, &a.registered, &a.mail, &a.given, &a.published); err != nil {
			return err
		}
		if !a.registered.After(r.now.Add(-crowdWindow)) || a.registered.After(r.now.Add(-judgedAfter)) {
			return nil
		}
		known := byID[a.id]
		if known == nil {
			known = &a
			byID[a.id] = known
		} else if a.voted.Before(known.voted) {
			known.voted = a.voted
		}
		known.upvotes++
		return nil
	})
	return slices.SortedFunc(maps.Values(byID), func(a, b *account) int {
		return cmp.Or(a.registered.Compare(b.registered), slices.Compare(a.id[:], b.id[:]))
	}), err
}

// seen is from where an account registered or voted on a day.
type seen struct {
	day            int
	network, agent string
}

func (r *search) tracesOf(ctx context.Context, accounts []*account) (map[uuid.UUID][]seen, error) {
	ids, all := make([]uuid.UUID, len(accounts)), map[uuid.UUID][]seen{}
	for i, a := range accounts {
		ids[i] = a.id
	}
	for some := range slices.Chunk(ids, chunk) {
		rows, err := r.db.Client().Trace.Query().Where(trace.UserIDIn(some...)).Order(trace.ByID()).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all[row.UserID] = append(all[row.UserID], seen{row.Day, row.Network, row.Agent})
		}
	}
	return all, nil
}

// parts returns the groups that are judged: all accounts, each run of registrations, and the accounts of each network.
func parts(accounts []*account, traces map[uuid.UUID][]seen) [][]*account {
	all := [][]*account{accounts}
	start := 0
	for i, a := range accounts {
		if i > 0 && a.registered.Sub(accounts[i-1].registered) > runGap {
			all, start = append(all, accounts[start:i]), i
		}
	}
	if start > 0 {
		all = append(all, accounts[start:])
	}
	type place struct {
		day     int
		network string
	}
	places, order := map[place][]*account{}, []place(nil)
	for _, a := range accounts {
		for _, s := range traces[a.id] {
			p := place{s.day, s.network}
			if s.network == "" || len(places[p]) > 0 && places[p][len(places[p])-1] == a {
				continue
			}
			if places[p] == nil {
				order = append(order, p)
			}
			places[p] = append(places[p], a)
		}
	}
	for _, p := range order {
		all = append(all, places[p])
	}
	return slices.DeleteFunc(all, func(part []*account) bool { return len(part) < minRing })
}

// set has accounts that carry a sign.
type set map[uuid.UUID]bool

// sign is what accounts of a group have in common.
type sign struct {
	of    set
	words string
}

// judgePart returns the accounts of a group that are a ring, and what was found; nil if they are none. A ring has the
// accounts that carry enough of the signs of the group themselves, and its size is their number.
func (r *search) judgePart(ctx context.Context, part []*account, traces map[uuid.UUID][]seen,
	items []uuid.UUID) ([]uuid.UUID, string, error) {
	signs, err := r.signsOf(ctx, part, traces)
	if err != nil {
		return nil, "", err
	}
	isIdle := float64(count(part, (*account).isIdle)) >= emptyShare*float64(len(part))
	for n := min(len(signs), len(needed)-1); n >= 0; n-- {
		like := slices.DeleteFunc(slices.Clone(part), func(a *account) bool { return !carries(a, signs, n) })
		if n == len(needed)-1 && len(like) < minCrowd && isIdle { // as few as friends are
			like = slices.DeleteFunc(like, func(a *account) bool { return !a.isIdle() })
		} else if len(like) < neededFor(n) {
			continue
		}
		if len(like) < minRing {
			continue
		}
		findings := []string{fmt.Sprintf("%d new accounts, registered from %s to %s UTC, upvoted things of one member.",
			len(like), like[0].registered.UTC().Format("2 Jan 15:04"),
			like[len(like)-1].registered.UTC().Format("2 Jan 15:04"))}
		for _, s := range signs {
			if of := count(like, func(a *account) bool { return s.of[a.id] }); of > 0 {
				findings = append(findings, fmt.Sprintf("%d %s.", of, s.words))
			}
		}
		if n < len(needed)-1 {
			dominates, share, err := r.dominates(ctx, like, items)
			if err != nil {
				return nil, "", err
			}
			if !dominates {
				continue
			}
			findings = append(findings,
				fmt.Sprintf("%.0f%% of the upvotes that these got in 14 days are theirs.", share*100))
		}
		held := make([]uuid.UUID, len(like))
		for i, a := range like {
			held[i] = a.id
		}
		return held, strings.Join(findings, " "), nil
	}
	return nil, "", nil
}

const littleElse = "did little else"

// carries reports whether an account carries at least n of the signs. Who did more is not like those who did not.
func carries(a *account, signs []sign, n int) bool {
	for _, s := range signs {
		if s.of[a.id] {
			n--
		} else if s.words == littleElse {
			return false
		}
	}
	return n <= 0
}

func count(part []*account, is func(*account) bool) (n int) {
	for _, a := range part {
		if is(a) {
			n++
		}
	}
	return n
}

// signsOf returns the signs that a large enough share of a group carries.
func (r *search) signsOf(ctx context.Context, part []*account, traces map[uuid.UUID][]seen) (signs []sign, err error) {
	add := func(of set, share float64, words string) bool {
		is := len(of) > 0 && float64(len(of)) >= share*float64(len(part))
		if is {
			signs = append(signs, sign{of, words})
		}
		return is
	}
	of := func(is func(*account) bool) set {
		all := set{}
		for _, a := range part {
			if is(a) {
				all[a.id] = true
			}
		}
		return all
	}
	add(of((*account).isEmpty), emptyShare, littleElse)
	if !add(sameNetwork(part, traces), networkShare, "came from a network that others of them used on the same day") {
		at := func(a *account) string { return a.mail[strings.LastIndex(a.mail, "@")+1:] }
		domain, n := commonest(part, at)
		if float64(n) >= domainShare*float64(len(part)) {
			uncommon, err := r.isUncommonDomain(ctx, part[0].id, domain)
			if err != nil {
				return nil, err
			}
			if uncommon {
				add(of(func(a *account) bool { return at(a) == domain }), domainShare,
					"have addresses at the same mail domain, which few others have")
			}
		}
	}
	agents, err := r.sameAgent(ctx, part, traces)
	if err != nil {
		return nil, err
	}
	add(agents, agentShare, "used the same browser as others of them on that day, which few others did")
	add(samePace(part), paceShare, "acted at the same pace, as a script does")
	box, n := commonest(part, func(a *account) string { return mailboxOf(a.mail) })
	if n >= sameDay {
		add(of(func(a *account) bool { return mailboxOf(a.mail) == box }), mailboxShare,
			"have addresses of one mailbox")
	}
	return signs, nil
}

// sameNetwork returns the accounts that share a network with at least two others on the same day.
func sameNetwork(part []*account, traces map[uuid.UUID][]seen) set {
	users := map[seen]set{}
	for _, a := range part {
		for _, s := range traces[a.id] {
			if s.network != "" {
				at := seen{day: s.day, network: s.network}
				if users[at] == nil {
					users[at] = set{}
				}
				users[at][a.id] = true
			}
		}
	}
	share := set{}
	for _, who := range users {
		if len(who) >= sameDay {
			maps.Copy(share, who)
		}
	}
	return share
}

// sameAgent returns the accounts that used the browser that most of them used on that day, without those that many
// others used too.
func (r *search) sameAgent(ctx context.Context, part []*account, traces map[uuid.UUID][]seen) (set, error) {
	days := map[int]map[string][]uuid.UUID{}
	for _, a := range part {
		if len(traces[a.id]) == 0 || traces[a.id][0].agent == "" {
			continue
		}
		s := traces[a.id][0] // at the registration
		if days[s.day] == nil {
			days[s.day] = map[string][]uuid.UUID{}
		}
		days[s.day][s.agent] = append(days[s.day][s.agent], a.id)
	}
	same, n := map[seen][]uuid.UUID{}, 0
	for day, agents := range days {
		best := ""
		for agent, users := range agents {
			if len(users) > len(agents[best]) || len(users) == len(agents[best]) && agent < best {
				best = agent
			}
		}
		if len(agents[best]) >= sameDay {
			same[seen{day: day, agent: best}] = agents[best]
			n += len(agents[best])
		}
	}
	share := set{}
	if float64(n) < agentShare*float64(len(part)) {
		return share, nil
	}
	for at, users := range same {
		others, alike := 0, 0
		count := func(n *int, where string, args ...any) error {
			return r.each(ctx, "SELECT COUNT(DISTINCT user_id) FROM traces WHERE day = $1"+where, args,
				func(scan func(...any) error) error { return scan(n) })
		}
		if err := count(&others, "", at.day); err != nil {
			return nil, err
		}
		if err := count(&alike, " AND agent = $2", at.day, at.agent); err != nil {
			return nil, err
		}
		others, alike = others-len(users), alike-len(users)
		if others < agentKnown || float64(alike) < agentCommon*float64(others) {
			for _, id := range users {
				share[id] = true
			}
		}
	}
	return share, nil
}

// samePace returns the accounts that voted after nearly the same time, or, if they are more, registered at nearly the
// same distance.
func samePace(part []*account) set {
	delays, gaps := make([]float64, len(part)), make([]float64, 0, len(part))
	for i, a := range part {
		delays[i] = a.voted.Sub(a.registered).Seconds()
		if i > 0 {
			gaps = append(gaps, a.registered.Sub(part[i-1].registered).Seconds())
		}
	}
	near := func(values []float64) []bool {
		median, is := slices.Sorted(slices.Values(values))[len(values)/2], make([]bool, len(values))
		for i, v := range values {
			is[i] = math.Abs(v-median) <= paceSpread*median
		}
		return is
	}
	late, apart, nearGaps := set{}, set{}, near(gaps)
	for i, is := range near(delays) {
		if is {
			late[part[i].id] = true
		}
		if nearGaps[max(i-1, 0)] { // of the first, to the next
			apart[part[i].id] = true
		}
	}
	if len(apart) > len(late) {
		return apart
	}
	return late
}

// isUncommonDomain reports whether few of the members before an account have addresses at a mail domain.
func (r *search) isUncommonDomain(ctx context.Context, before uuid.UUID, domain string) (bool, error) {
	earlier, err := r.db.Client().User.Query().Where(user.IDLT(before)).
		Order(user.ByID(entsql.OrderDesc())).Limit(domainSample).Select(user.FieldEmailKey).All(ctx)
	if err != nil || len(earlier) < domainKnown {
		return false, err
	}
	n := 0
	for _, u := range earlier {
		if strings.HasSuffix(u.EmailKey, "@"+domain) {
			n++
		}
	}
	return float64(n) < domainCommon*float64(len(earlier)), nil
}

// mailboxOf returns an address without what mail providers ignore.
func mailboxOf(mail string) string {
	local, domain, _ := strings.Cut(mail, "@")
	local, _, _ = strings.Cut(local, "+")
	return strings.ReplaceAll(local, ".", "") + "@" + domain
}

// commonest returns the most frequent value of accounts, and how many have it.
func commonest(part []*account, of func(*account) string) (value string, n int) {
	counts := map[string]int{}
	for _, a := range part {
		counts[of(a)]++
	}
	for v, count := range counts {
		if count > n || count == n && v < value {
			value, n = v, count
		}
	}
	return value, n
}

// dominates reports whether accounts cast most upvotes on the items, where new accounts have a far greater share than
// elsewhere, and returns their share.
func (r *search) dominates(ctx context.Context, part []*account, items []uuid.UUID) (bool, float64, error) {
	all, theirs, own := 0, 0, map[uuid.UUID]bool{}
	for _, a := range part {
		theirs += a.upvotes
		own[a.id] = true
	}
	all, err := r.db.Client().Vote.Query().Where(vote.TargetIDIn(items...), vote.Value(1),
		vote.CreatedAtGT(r.now.Add(-crowdWindow))).Count(ctx)
	if err != nil || all == 0 {
		return false, 0, err
	}
	share := float64(theirs) / float64(all)
	if share < dominance {
		return false, share, nil
	}
	if r.sampled == nil {
		newest, err := r.db.Client().Vote.Query().Order(vote.ByID(entsql.OrderDesc())).Limit(elsewhereSample).All(ctx)
		if err != nil {
			return false, share, err
		}
		for _, v := range newest {
			if v.Value == 1 && v.CreatedAt.After(r.now.Add(-crowdWindow)) {
				r.sampled = append(r.sampled, castOf(v))
			}
		}
	}
	others, young := 0, 0
	for _, v := range r.sampled {
		if _, on := slices.BinarySearchFunc(items, v.target,
			func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }); on || own[v.user] {
			continue
		}
		others++
		if isNewer(v.user, r.oldest) {
			young++
		}
	}
	return others >= elsewhereKnown && share >= timesElsewhere*float64(young)/float64(others), share, nil
}
