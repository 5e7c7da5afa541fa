package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/schema"
)

// exhibit is a project on its way into the database, with what belongs to it.
type exhibit struct {
	index   int
	project *ent.Project
	owner   *ent.User // its names only
	ballots []ballot
	concept *concept
	turn    int    // how many had the same idea before
	look    uint64 // of its pictures
	shots   int
	uploads []*ent.Upload // its own; none when pictures are shared
}

// ideas are the concepts in one row, so that neighbours come from different sides of life.
var ideas = func() []*concept {
	var row []*concept
	for i := 0; ; i++ {
		before := len(row)
		for _, side := range concepts {
			if i < len(side) {
				row = append(row, &side[i])
			}
		}
		if len(row) == before {
			return row
		}
	}
}()

// compose writes a project.
func (s *seeder) compose(i int) *exhibit {
	random, at := s.plan.random(aboutText, i), s.plan.created(i)
	owner := s.plan.owner(i)
	e := &exhibit{
		index: i, concept: ideas[i%len(ideas)], turn: i / len(ideas), owner: s.ownerNames(owner),
		look: uint64(i*7+3)%24 + 24*uint64(random.IntN(1000)), shots: 1 + min(3, int(1.4*random.ExpFloat64())),
	}
	c := e.concept
	p := &ent.Project{
		ID: newID(at, s.plan.random(aboutIDs, 1<<40+i)), UserID: s.userIDs[owner], CreatedAt: at, UpdatedAt: at, IsPublic: !s.plan.isDraft(i),
		Title: c.title(e.turn, random), Tagline: c.tagline(e.turn), Stage: stage(random),
		PrimaryCategory: c.category, SecondaryCategories: []string{c.second}, CustomTools: []string{},
		Monetization: pick(random, []string{"free", "free", "free", "open_source", "open_source", "freemium", "freemium", "subscription", "one_time"}),
		LookingFor:   some(random, random.IntN(4), []string{"feedback", "users", "collaborators", "beta_testers", "mentorship", "funding"}),
	}
	if s.pool != nil && i == keeper {
		p.Title, p.Tagline = "Pictures of this demo", "The demo's projects share these pictures, and this draft keeps them"
	}
	p.TitleKey = store.Fold(p.Title)
	if random.IntN(3) == 0 {
		p.SecondaryCategories = []string{}
	}
	p.VibeTools = tools(random)
	if random.IntN(8) == 0 {
		p.CustomTools = []string{pick(random, customTools)}
		p.VibeTools = append(p.VibeTools, "other")
	}
	p.Tags = some(random, 2+random.IntN(3), c.tags)
	project.Describe(p, describeProject(p, c, e.turn, random))
	p.Links = links(p, e.owner.Username, random)
	p.Impact = impact(p, c, e.turn, random)
	if p.Stage == "launched" {
		p.LaunchDate = at.Format("2006-01-02")
	}
	if p.IsPublic {
		p.PublishedAt = &at
		s.plan.eachVote(i, func(b ballot) {
			e.ballots = append(e.ballots, b)
			if b.up {
				p.Upvotes++
			} else {
				p.Downvotes++
			}
		})
		p.Rank = vote.Rank(p.Upvotes, p.Downvotes, at)
	}
	for n, featured := range s.plan.featured() {
		if featured == i {
			since := s.plan.now.Add(-day/4 - 9*day*time.Duration(n))
			if since.Before(at) {
				since = at
			}
			p.FeaturedAt = &since
		}
	}
	e.project = p
	return e
}

// ownerNames are what search needs of an owner.
func (s *seeder) ownerNames(i int) *ent.User {
	return &ent.User{Username: username(i), DisplayName: displayName(s.plan.random(aboutUser, i))}
}

// title is a name of the concept's own as long as it has one, and one put together after that.
func (c *concept) title(turn int, random *rand.Rand) string {
	if turn < len(c.names) {
		return c.names[turn]
	}
	head, tail := pick(random, nameHeads), pick(random, nameTails)
	if random.IntN(4) == 0 {
		return head + tail[:1] + strings.ToLower(tail[1:]) // one word in two halves, such as SaltLedger
	}
	return head + " " + tail
}

// tagline goes through all that a concept has, one reader after the other.
func (c *concept) tagline(turn int) string {
	text := c.taglines[turn%len(c.taglines)]
	return strings.ReplaceAll(text, "{who}", c.who[turn/len(c.taglines)%len(c.who)])
}

func stage(random *rand.Rand) string {
	switch n := random.IntN(100); {
	case n < 11:
		return "idea"
	case n < 45:
		return "mvp"
	case n < 70:
		return "beta"
	case n < 97:
		return "launched"
	default:
		return "archived"
	}
}

// tools are a stack that goes together, or most of it.
func tools(random *rand.Rand) []string {
	stack := pick(random, stacks)
	return append([]string{}, stack[:min(len(stack), 2+random.IntN(len(stack)-1))]...)
}

func describeProject(p *ent.Project, c *concept, turn int, random *rand.Rand) string {
	features := strings.Join(some(random, 3+random.IntN(2), c.features), ". ")
	return fmt.Sprintf("%s\n\n%s %s\n\n%s: %s.\n\n%s\n\n%s",
		c.problems[turn%len(c.problems)],
		p.Title, c.solutions[(turn+random.IntN(2))%len(c.solutions)],
		pick(random, featureHeads), strings.ToLower(features[:1])+features[1:],
		fmt.Sprintf(pick(random, builtWith), project.ToolLabel(p.VibeTools[0]), project.ToolLabel(p.VibeTools[1])),
		pick(random, closings[p.Stage]))
}

// links lead to names that can belong to nobody.
func links(p *ent.Project, owner string, random *rand.Rand) schema.ProjectLinks {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r == ' ' || r == '-':
			return '-'
		default:
			return -1
		}
	}, strings.ToLower(p.Title))
	var l schema.ProjectLinks
	if p.Stage != "idea" {
		l.Demo = "https://" + slug + ".example.com"
	}
	if p.Monetization == "open_source" || random.IntN(3) == 0 {
		l.Repo = "https://code.example.com/" + strings.ToLower(owner) + "/" + slug
	}
	if random.IntN(4) == 0 {
		l.Docs = "https://docs.example.com/" + slug
	}
	if p.Stage == "launched" && random.IntN(2) == 0 {
		l.Website = "https://www." + slug + ".example.com"
	}
	if random.IntN(6) == 0 {
		l.Discord = "https://chat.example.com/" + slug
	}
	return l
}

func impact(p *ent.Project, c *concept, turn int, random *rand.Rand) schema.ProjectImpact {
	var i schema.ProjectImpact
	if random.IntN(5) > 0 {
		i.Problem = c.problems[(turn+1)%len(c.problems)]
		i.Solution = p.Title + " " + c.solutions[turn%len(c.solutions)]
	}
	if p.Stage == "idea" {
		return i
	}
	reach := map[string]int{"mvp": 40, "beta": 400, "launched": 6000, "archived": 900}[p.Stage]
	users := float64(reach/8 + random.IntN(reach))
	if random.IntN(4) > 0 {
		i.Users = &users
	}
	if p.Stage == "launched" && random.IntN(2) == 0 && p.Monetization != "free" && p.Monetization != "open_source" {
		revenue := float64(random.IntN(90)*25 + 50)
		i.Revenue = &revenue
	}
	if p.Stage != "mvp" || random.IntN(2) == 0 {
		i.Custom = map[string]any{c.metric: float64(int(users) * (2 + random.IntN(9)))}
	}
	return i
}
