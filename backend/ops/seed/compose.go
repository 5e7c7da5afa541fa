package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/schema"
)

// exhibit is a project with everything that belongs to it.
type exhibit struct {
	index   int
	project *ent.Project
	owner   *ent.User // only the names
	ballots []ballot
	product *product
	days    string // results of the checks of its links, see package alive
	turn    int    // the number of earlier projects about the product
	uploads []*ent.Upload
}

func (s *seeder) compose(i int) *exhibit {
	random, at := s.plan.random(aboutText, i), s.plan.created(i)
	owner := s.plan.owner(i)
	e := &exhibit{
		index: i, product: &texts().Products[i%len(texts().Products)], turn: i / len(texts().Products),
		owner: s.ownerNames(owner),
	}
	about := e.product
	category, second, _ := strings.Cut(about.Categories, " ")
	p := &ent.Project{
		ID: s.projectID(i), UserID: s.userIDs[owner], CreatedAt: at, UpdatedAt: at, IsPublic: !s.plan.isDraft(i),
		Title: s.projectName(i), Tagline: about.Tagline, Stage: stage(random),
		PrimaryCategory: category, SecondaryCategories: []string{second}, CustomTools: []string{},
		Monetization: pick(random, []string{"free", "free", "free", "open_source", "open_source", "freemium",
			"freemium", "subscription", "one_time"}),
		LookingFor: some(random, random.IntN(4), []string{"feedback", "users", "collaborators", "beta_testers",
			"mentorship", "funding"}),
	}
	if e.turn > 0 {
		p.Tagline = fmt.Sprintf("For %s: %s%s", pick(random, texts().Audiences), strings.ToLower(about.Tagline[:1]),
			about.Tagline[1:])
	}
	p.TitleKey = letters.Fold(p.Title)
	if random.IntN(3) == 0 {
		p.SecondaryCategories = []string{}
	}
	p.VibeTools = tools(random)
	if random.IntN(8) == 0 {
		p.CustomTools = []string{pick(random, texts().CustomTools)}
		p.VibeTools = append(p.VibeTools, "other")
	}
	p.Tags = strings.Fields(about.Tags)
	p.Links = links(p, e.owner.Username, random)
	p.Impact = impact(p, about, random)
	e.days = s.build(i, p)
	text := description(p, about)
	project.Describe(p, text, markdown.HTML(text))
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
		p.EligibleUpvotes, p.EligibleDownvotes = p.Upvotes, p.Downvotes
		p.IsEntered = p.EligibleUpvotes >= vote.EntryVotes
		p.Rank = vote.Rank(p.EligibleUpvotes, p.EligibleDownvotes, at)
	}
	if channel, ok := s.plan.forum.ofProject[i]; ok {
		p.CommentCount = s.plan.forum.channels[channel].posts
	}
	for n, featured := range s.plan.featured() {
		if featured == i {
			since := s.plan.now.Add(-day/4 - 9*day*time.Duration(n))
			if since.Before(at) {
				since = at
			}
			p.FeaturedAt, p.FeaturedReason = &since, texts().FeatureReasons[i%len(texts().FeatureReasons)]
		}
	}
	e.project = p
	return e
}

func (s *seeder) projectID(i int) uuid.UUID {
	return newID(s.plan.created(i), s.plan.random(aboutIDs, 1<<40+i))
}

// projectName returns the title of a project: the first one about a product has its name.
func (s *seeder) projectName(i int) string {
	if i < len(texts().Products) {
		return texts().Products[i].Name
	}
	return title(s.plan.random(aboutName, i))
}

// ownerNames returns the names of an owner, for search.
func (s *seeder) ownerNames(i int) *ent.User {
	return &ent.User{Username: username(i), DisplayName: displayName(s.plan.random(aboutUser, i))}
}

func title(random *rand.Rand) string {
	head, tail := pick(random, texts().NameHeads), pick(random, texts().NameTails)
	if random.IntN(4) == 0 {
		return head + strings.ToLower(tail) // such as Saltledger
	}
	return head + " " + tail
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

// tools returns a stack of tools, or most of it.
func tools(random *rand.Rand) []string {
	stack := pick(random, texts().Stacks)
	return append([]string{}, stack[:min(len(stack), 2+random.IntN(len(stack)-1))]...)
}

// description returns the sentences about a product that the impact does not have.
func description(p *ent.Project, about *product) string {
	parts := []string{about.Features}
	if p.Impact.Problem == "" {
		parts = []string{about.Problem, p.Title + " " + about.Solution, about.Features}
	}
	if p.Stage != "idea" {
		parts = append(parts, about.Story)
	}
	return strings.Join(parts, "\n\n")
}

// links returns links to reserved domain names.
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

func impact(p *ent.Project, about *product, random *rand.Rand) schema.ProjectImpact {
	var i schema.ProjectImpact
	if random.IntN(3) == 0 {
		i.Problem, i.Solution = about.Problem, p.Title+" "+about.Solution
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
		i.Custom = map[string]any{about.Metric: float64(int(users) * (2 + random.IntN(9)))}
	}
	return i
}
