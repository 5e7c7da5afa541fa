package seed

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/backend/vote"
)

const (
	day          = 24 * time.Hour
	firstUser    = 380 * day
	firstProject = 365 * day
)

// Each kind of data has its own random numbers, so that more of one kind leaves the others unchanged.
const (
	aboutUser = iota + 1
	aboutOwner
	aboutText
	aboutVotes
	aboutIDs
	aboutFaces
	aboutThread
	aboutChannel
	aboutPosts
	aboutThreadText
	aboutChannelIDs
	aboutNews
	aboutStory
	aboutStoryText
	aboutLikes
	aboutComments
	aboutName
	aboutThreadVotes
	aboutPostVotes
	aboutVisits
	aboutFollows
	aboutUpdates
	aboutFeedback
	aboutBuild
)

// plan decides the values on which tables must agree: owners, times and votes. It stores a few numbers for each user
// and project and computes the rest again whenever it is needed, so that a million projects fit into memory.
type plan struct {
	Options
	now     time.Time
	votes   []int32 // per project
	cast    int     // number of votes; fewer than requested if every user has voted on every project
	people  []tally
	forum   forumPlan
	stories []storyPlan // oldest first
}

type tally struct {
	public, drafts, given, up, down int32
	threads, posts                  int32 // in the forum
	stories, comments               int32
	followers, following            int32
	lastActive                      int64 // Unix milliseconds; 0 for never
}

func newPlan(o Options, now time.Time) *plan {
	p := &plan{Options: o, now: now, votes: make([]int32, o.Projects), people: make([]tally, o.Users)}
	p.spreadVotes()
	for i := range o.Projects {
		owner := &p.people[p.owner(i)]
		owner.active(p.created(i))
		if p.isDraft(i) {
			owner.drafts++
			continue
		}
		owner.public++
		p.eachVote(i, func(v ballot) {
			p.count(v, owner)
		})
	}
	p.planForum()
	p.planStories()
	p.planFollows()
	return p
}

// count counts a vote on content of an owner.
func (p *plan) count(v ballot, owner *tally) {
	voter := &p.people[v.voter]
	voter.given++
	voter.active(v.at)
	if v.up {
		owner.up++
	} else {
		owner.down++
	}
}

func (t *tally) active(at time.Time) { t.lastActive = max(t.lastActive, at.UnixMilli()) }

func (p *plan) random(about, i int) *rand.Rand {
	return rand.New(rand.NewPCG(p.RandSeed, uint64(about)<<56|uint64(i)))
}

func newID(at time.Time, random *rand.Rand) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], random.Uint64())
	binary.BigEndian.PutUint64(id[8:], random.Uint64())
	return store.IDAt(at, id)
}

func (p *plan) before(d time.Duration, share float64) time.Time {
	return p.now.Add(-time.Duration(float64(d) * share)).Truncate(time.Millisecond)
}

// joined returns when a user registered, at a growing rate. The admin and the first owner were there from the start.
func (p *plan) joined(user int) time.Time {
	at := p.before(firstUser, math.Pow(1-float64(max(0, user-1))/float64(p.Users), 1.5))
	if last := p.now.Add(-vote.MinAccountHours * time.Hour); at.After(last) { // so that all votes are eligible
		return last
	}
	return at
}

func (p *plan) joinedBy(at time.Time) int {
	share := float64(p.now.Sub(at)) / float64(firstUser)
	return min(p.Users, int(float64(p.Users)*(1-math.Pow(share, 2.0/3)))+2)
}

// created returns when a project was created: in order, at a growing rate.
func (p *plan) created(project int) time.Time {
	age := float64(p.Projects-project) - 0.05 - 0.9*p.random(aboutOwner, project).Float64()
	return p.before(firstProject, math.Pow(age/float64(p.Projects), 2))
}

func (p *plan) isAdmins(project int) bool {
	return slices.Contains([]int{18, 52, 84}, p.Projects-project)
}

func (p *plan) owner(project int) int {
	if p.isAdmins(project) {
		return 0
	}
	random := p.random(aboutOwner, project)
	random.Float64() // the age
	makers := p.joinedBy(p.created(project)) - 1
	return 1 + int(float64(makers)*math.Pow(random.Float64(), 1.3))
}

// isDraft reports whether a project is a draft: one in twenty, none of the newest.
func (p *plan) isDraft(project int) bool { return project%20 == 11 && project < p.Projects-8 }

// featured returns the featured projects, the latest first.
func (p *plan) featured() []int {
	var chosen []int
	for _, back := range []int{13, 30, 46, 67, 95} {
		if i := p.Projects - back; i >= 0 && !p.isDraft(i) {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// esteem returns the rank of a project by votes, 0 for the most voted one. Three projects of the last days lead; the
// other ranks are scattered over time.
func (p *plan) esteem(project int) int {
	switch p.Projects - project {
	case 5:
		return 0
	case 6:
		return 1
	case 8:
		return 2
	}
	return 3 + int(math.Mod(float64(project)*math.Phi, 1)*float64(p.Projects))
}

// spreadVotes gives a few projects many votes and most a handful. If every user has voted on a project, its remaining
// votes go to the next.
func (p *plan) spreadVotes() {
	weight := func(i int) float64 {
		if p.isDraft(i) {
			return 0
		}
		fresh := min(1, p.now.Sub(p.created(i)).Hours()/5) // new projects have few votes
		return fresh * math.Pow(float64(p.esteem(i)+3), -0.8)
	}
	var all float64
	for i := range p.Projects {
		all += weight(i)
	}
	if all == 0 {
		return
	}
	var share float64
	given := 0
	for i := range p.Projects {
		w := weight(i)
		share += w
		if w == 0 {
			continue
		}
		due := int(share/all*float64(p.Votes)+0.5) - given
		n := min(due, p.Users-1)
		p.votes[i] = int32(n)
		given += n
	}
	p.cast = given
}

type ballot struct {
	voter int
	up    bool
	at    time.Time
}

// eachVote calls tell for each vote on a project. Each user votes once; the owner does not vote.
func (p *plan) eachVote(project int, yield func(ballot)) {
	n := int(p.votes[project])
	if n == 0 {
		return
	}
	random := p.random(aboutVotes, project)
	dislike := 0.02 + 0.08*random.Float64()
	p.eachVoter(random, n, p.owner(project), p.created(project), func(voter int, at time.Time) {
		yield(ballot{voter: voter, up: random.Float64() >= dislike, at: at})
	})
}

// eachVoter calls tell for n users who vote on an item: each votes once, and its owner does not.
func (p *plan) eachVoter(random *rand.Rand, n, owner int, created time.Time, yield func(voter int, at time.Time)) {
	if n == 0 {
		return
	}
	step := 1 + random.IntN(p.Users)
	for gcd(step, p.Users) != 1 {
		step++
	}
	for voter := random.IntN(p.Users); n > 0; voter = (voter + step) % p.Users {
		if voter == owner {
			continue
		}
		n--
		from := created
		if joined := p.joined(voter); joined.After(from) {
			from = joined
		}
		after := time.Duration(float64(p.now.Sub(from)) * math.Pow(random.Float64(), 3))
		yield(voter, from.Add(after).Truncate(time.Millisecond))
	}
}

// spread divides a number among n items in proportion to their weights.
func spread(all, n int, weight func(i int) float64) []int32 {
	shares, sum := make([]float64, n), 0.0
	for i := range shares {
		sum += weight(i)
		shares[i] = sum
	}
	due, given := make([]int32, n), 0
	for i, share := range shares {
		upTo := int(share/sum*float64(all) + 0.5)
		due[i], given = int32(upTo-given), upTo
	}
	return due
}

// attention is the weight of an item among n by age: a few of them get most replies, and new ones few.
func (p *plan) attention(i, n int, created time.Time) float64 {
	rank := math.Mod(float64(i)*math.Phi, 1) * float64(n)
	fresh := min(1, p.now.Sub(created).Hours()/24)
	return fresh * math.Pow(rank+2, -0.6)
}

// moments returns n times between one and now, in order, no two the same.
func (p *plan) moments(random *rand.Rand, from time.Time, n int) []time.Time {
	span := float64(p.now.Sub(from)) - float64(n+1)*float64(time.Millisecond)
	after := make([]float64, n)
	for i := range after {
		after[i] = math.Pow(random.Float64(), 2.5)
	}
	slices.Sort(after)
	times, last := make([]time.Time, n), from
	for i := range times {
		at := from.Add(time.Duration(span * after[i])).Truncate(time.Millisecond)
		if !at.After(last) {
			at = last.Add(time.Millisecond)
		}
		times[i], last = at, at
	}
	return times
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
