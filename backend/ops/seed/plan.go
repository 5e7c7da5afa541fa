package seed

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
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
	aboutStories
)

// plan decides on what tables must agree: owners, times and votes. It stores a few numbers for each user and project and computes
// the rest again whenever it is needed, so that a million projects fit into memory.
type plan struct {
	Options
	now    time.Time
	votes  []int32 // per project
	cast   int     // number of votes; fewer than requested if every user has voted on every project
	people []tally
	forum  forumPlan
}

type tally struct {
	public, drafts, given, up, down int32
	threads, posts                  int32 // in the forum
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
			voter := &p.people[v.voter]
			voter.given++
			voter.active(v.at)
			if v.up {
				owner.up++
			} else {
				owner.down++
			}
		})
	}
	p.planForum()
	return p
}

func (t *tally) active(at time.Time) { t.lastActive = max(t.lastActive, at.UnixMilli()) }

func (p *plan) random(about, i int) *rand.Rand {
	return rand.New(rand.NewPCG(p.RandSeed, uint64(about)<<56|uint64(i)))
}

func newID(at time.Time, random *rand.Rand) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], random.Uint64())
	binary.BigEndian.PutUint64(id[8:], random.Uint64())
	return store.NewID(at, id)
}

func (p *plan) before(d time.Duration, share float64) time.Time {
	return p.now.Add(-time.Duration(float64(d) * share)).Truncate(time.Millisecond)
}

// joined returns when a user registered, at a growing rate. The admin and the first owner were there from the start.
func (p *plan) joined(user int) time.Time {
	return p.before(firstUser, math.Pow(1-float64(max(0, user-1))/float64(p.Users), 1.5))
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

// keeper is a draft of the admin that owns the images that projects share.
const keeper = 11

func (p *plan) isAdmins(project int) bool {
	switch p.Projects - project {
	case 18, 52, 84:
		return true
	}
	return project == keeper
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

// esteem returns the rank of a project by votes, 0 for the most voted one. Three projects of the last days lead; the other ranks are
// scattered over time.
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

// spreadVotes gives a few projects many votes and most a handful. If every user has voted on a project, its remaining votes go to
// the next.
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
func (p *plan) eachVote(project int, tell func(ballot)) {
	n := int(p.votes[project])
	if n == 0 {
		return
	}
	random := p.random(aboutVotes, project)
	owner, created := p.owner(project), p.created(project)
	step := 1 + random.IntN(p.Users)
	for gcd(step, p.Users) != 1 {
		step++
	}
	dislike := 0.02 + 0.08*random.Float64()
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
		tell(ballot{voter: voter, up: random.Float64() >= dislike, at: from.Add(after).Truncate(time.Millisecond)})
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
