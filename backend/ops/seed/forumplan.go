package seed

import (
	"math"
	"math/rand/v2"
	"time"
)

const (
	firstThread = 350 * day
	openedAfter = 2 * time.Hour // from a project to its channel
	maxChannels = 60            // of projects
	threadVotes = 30            // on the most liked thread
	postVotes   = 9             // on the most liked reply
)

// forumPlan holds the values that the forum's tables share with other tables, so that counters agree.
type forumPlan struct {
	channels  []channelPlan
	threads   []threadPlan
	ofProject map[int]int // the channel of a project
}

type channelPlan struct {
	project        int // -1 for none
	at             time.Time
	threads, posts int
}

type threadPlan struct {
	channel, nth, posts int32
}

// planForum spreads threads over channels and replies over threads, and counts what users write.
func (p *plan) planForum() {
	f := &p.forum
	f.ofProject = map[int]int{}
	if p.Threads == 0 {
		return
	}
	for range forumTexts().Rooms {
		f.channels = append(f.channels, channelPlan{project: -1, at: p.before(firstThread, 1)})
	}
	// The first project about a product has its name, which no other channel has.
	for i := 4; i < min(p.Projects, len(texts().Products)) && len(f.ofProject) < min(maxChannels, p.Threads/8); i += 6 {
		if !p.isDraft(i) {
			f.ofProject[i] = len(f.channels)
			f.channels = append(f.channels, channelPlan{project: i, at: p.created(i).Add(openedAfter)})
		}
	}
	f.threads = make([]threadPlan, p.Threads)
	replies := spread(p.Posts, p.Threads, func(i int) float64 { return p.attention(i, p.Threads, p.threadCreated(i)) })
	for i := range f.threads {
		c := p.channelOf(i)
		channel := &f.channels[c]
		f.threads[i] = threadPlan{channel: int32(c), nth: int32(channel.threads), posts: replies[i]}
		channel.threads++
		channel.posts += int(replies[i])
		author := &p.people[p.threadAuthor(i)]
		author.threads++
		author.active(p.threadCreated(i))
		for _, v := range p.votesOnThread(i) {
			p.count(v, author)
		}
		p.eachPost(i, func(r reply) {
			by := &p.people[r.author]
			by.posts++
			by.active(r.at)
			for _, v := range r.votes {
				p.count(v, by)
			}
		})
	}
}

// threadCreated returns when a thread was opened: in order, at a growing rate.
func (p *plan) threadCreated(thread int) time.Time {
	age := float64(p.Threads-thread) - 0.05 - 0.9*p.random(aboutThread, thread).Float64()
	return p.before(firstThread-day, math.Pow(age/float64(p.Threads), 1.8))
}

func (p *plan) threadAuthor(thread int) int {
	random := p.random(aboutThread, thread)
	random.Float64() // the age
	return int(float64(p.joinedBy(p.threadCreated(thread))) * math.Pow(random.Float64(), 1.2))
}

// channelOf returns a channel that existed when the thread was opened: a project's channel, or the room with the fewest
// threads, so that a topic comes again only after all others.
func (p *plan) channelOf(thread int) int {
	random, rooms, at := p.random(aboutChannel, thread), len(forumTexts().Rooms), p.threadCreated(thread)
	open := rooms
	for open < len(p.forum.channels) && p.forum.channels[open].at.Before(at) {
		open++
	}
	if open > rooms && random.IntN(5) < 2 {
		return rooms + random.IntN(open-rooms)
	}
	fewest, first := 0, random.IntN(rooms)
	for i := range rooms {
		if room := (first + i) % rooms; i == 0 || p.forum.channels[room].threads < p.forum.channels[fewest].threads {
			fewest = room
		}
	}
	return fewest
}

type reply struct {
	n      int
	author int
	at     time.Time
	parent int // the reply that it answers; -1 for none
	votes  []ballot
}

func (p *plan) votesOnThread(thread int) []ballot {
	return p.opinions(p.random(aboutThreadVotes, thread), threadVotes, p.threadAuthor(thread), p.threadCreated(thread))
}

// opinions returns the votes on a thread or a reply: many on few, and few on those of the last day.
func (p *plan) opinions(random *rand.Rand, most float64, owner int, created time.Time) (votes []ballot) {
	fresh := min(1, p.now.Sub(created).Hours()/24)
	n := min(int(most*fresh*math.Pow(random.Float64(), 3)), p.Users-1)
	p.eachVoter(random, n, owner, created, func(voter int, at time.Time) {
		votes = append(votes, ballot{voter: voter, up: random.IntN(16) > 0, at: at})
	})
	return votes
}

// eachPost calls tell for each reply of a thread, oldest first.
func (p *plan) eachPost(thread int, yield func(reply)) {
	n := int(p.forum.threads[thread].posts)
	if n == 0 {
		return
	}
	random, voting, opened, opener := p.random(aboutPosts, thread), p.random(aboutPostVotes, thread),
		p.threadCreated(thread), p.threadAuthor(thread)
	before := opener
	for i, at := range p.moments(random, opened, n) {
		r := reply{n: i, at: at, parent: -1, author: opener}
		if before == opener || random.IntN(4) > 0 {
			r.author = int(float64(p.joinedBy(at)) * random.Float64())
		}
		if i > 0 && random.IntN(3) == 0 {
			r.parent = i - 1 - random.IntN(min(i, 5))
		}
		before = r.author
		r.votes = p.opinions(voting, postVotes, r.author, r.at)
		yield(r)
	}
}
