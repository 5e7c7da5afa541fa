package seed

import (
	"math"
	"slices"
	"time"
)

const (
	firstStory  = 340 * day
	lastWritten = 45 * day // the time over which the written stories are spread
	minLikes    = 3
	maxLikes    = 24
)

// storyPlan holds the values that the blog's tables share with other tables, so that counters agree.
type storyPlan struct {
	at              time.Time
	text            int // of storyTexts().Written; -1 for a composed story
	project         int // that a composed story is about; -1 for none
	nth             int // about that project
	author          int
	comments, likes int32
}

// planStories makes the written stories the newest ones and composes the others, spreads comments over all, and counts
// what users write and like.
func (p *plan) planStories() {
	texts, comments := storyTexts().Written, p.Comments
	written := min(p.Stories, len(texts))
	for i := range p.Stories - written {
		age := float64(p.Stories-written-i) - 0.05 - 0.9*p.random(aboutStory, i).Float64()
		at := p.before(firstStory, math.Pow(age/float64(p.Stories-written), 1.5))
		p.stories = append(p.stories, storyPlan{at: at, text: -1})
	}
	for i := len(texts) - written; i < len(texts); i++ {
		own := min(len(texts[i].Comments), comments)
		comments -= own
		at := p.before(lastWritten, math.Pow(1-(float64(i)+0.5)/float64(len(texts)), 1.5))
		p.stories = append(p.stories, storyPlan{at: at, text: i, comments: int32(own)})
	}
	slices.SortStableFunc(p.stories, func(a, b storyPlan) int { return a.at.Compare(b.at) })
	more := spread(comments, p.Stories, func(i int) float64 { return p.attention(i, p.Stories, p.stories[i].at) })
	told := map[int]int{}
	for i := range p.stories {
		story, random := &p.stories[i], p.random(aboutStory, i)
		random.Float64() // the age
		story.comments += more[i]
		story.likes = int32(min(minLikes+random.IntN(maxLikes-minLikes), p.Users-1))
		story.project, story.author = -1, int(float64(p.joinedBy(story.at))*math.Pow(random.Float64(), 1.2))
		if projects := p.createdBy(story.at); story.text < 0 && projects > 0 {
			story.project = random.IntN(projects)
			if p.isDraft(story.project) {
				story.project--
			}
			story.author = p.owner(story.project)
		}
		story.nth = told[story.project]
		told[story.project]++
		author := &p.people[story.author]
		author.stories++
		author.up += story.likes
		author.active(story.at)
		p.eachLike(i, func(liker int, at time.Time) {
			p.people[liker].given++
			p.people[liker].active(at)
		})
		p.eachComment(i, func(_, by int, at time.Time) {
			p.people[by].comments++
			p.people[by].active(at)
		})
	}
}

// createdBy returns the number of projects that were there at a time.
func (p *plan) createdBy(at time.Time) int {
	share := math.Sqrt(float64(p.now.Sub(at)) / float64(firstProject))
	return max(0, int(float64(p.Projects)*(1-share)+0.05))
}

// eachLike calls tell for each like of a story.
func (p *plan) eachLike(story int, yield func(liker int, at time.Time)) {
	s := &p.stories[story]
	p.eachVoter(p.random(aboutLikes, story), int(s.likes), s.author, s.at, yield)
}

// eachComment calls tell for each comment on a story, oldest first. The author answers, but never first.
func (p *plan) eachComment(story int, yield func(n, by int, at time.Time)) {
	s, random := &p.stories[story], p.random(aboutComments, story)
	for n, at := range p.moments(random, s.at, int(s.comments)) {
		by := int(float64(p.joinedBy(at)) * random.Float64())
		switch {
		case n > 0 && random.IntN(5) == 0:
			by = s.author
		case by == s.author && by > 0:
			by--
		case by == s.author:
			by++
		}
		yield(n, by, at)
	}
}
