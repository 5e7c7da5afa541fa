package seed

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/blog"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/user"
)

//go:embed stories.yaml
var storiesYAML []byte

type storyText struct {
	Title, Excerpt, Text string
	Tags, Comments       []string
}

var storyTexts = sync.OnceValue(func() (list []storyText) {
	if err := yaml.Unmarshal(storiesYAML, &list); err != nil {
		panic("stories.yaml: " + err.Error())
	}
	return list
})

const (
	firstStory = 45 * day
	minLikes   = 3
	maxLikes   = 24
)

// addStories inserts the stories, oldest first, with likes and comments of other users.
func (s *seeder) addStories(ctx context.Context, tx *ent.Client) error {
	users := s.plan.Users
	if users < 2 {
		return nil
	}
	list := storyTexts()
	for i, text := range list {
		random := s.plan.random(aboutStories, i)
		at := s.plan.before(firstStory, math.Pow(1-(float64(i)+0.5)/float64(len(list)), 1.5))
		people := slices.DeleteFunc(random.Perm(users), func(i int) bool { return s.plan.joined(i).After(at) })
		if len(people) < 2 {
			continue
		}
		p := &ent.BlogPost{
			ID: newID(at, random), UserID: s.userIDs[people[0]], CreatedAt: at, Title: text.Title, Excerpt: text.Excerpt, Tags: text.Tags,
		}
		blog.Write(p, strings.TrimSpace(text.Text))
		if err := blog.Add(ctx, tx, p); err != nil {
			return err
		}
		since := s.plan.now.Sub(at)
		later := func() time.Time {
			return at.Add(time.Duration(random.Float64() * float64(since))).Truncate(time.Millisecond)
		}
		for n, comment := range text.Comments {
			c := &ent.BlogComment{PostID: p.ID, UserID: s.userIDs[people[1+n%(len(people)-1)]], Content: strings.TrimSpace(comment), IsVisible: true}
			c.CreatedAt = at.Add(since * time.Duration(n+1) / time.Duration(len(text.Comments)+2)).Truncate(time.Millisecond)
			c.ID = newID(c.CreatedAt, random)
			if err := blog.AddComment(ctx, tx, c, s.plan.now); err != nil {
				return err
			}
		}
		likes := min(minLikes+random.IntN(maxLikes-minLikes), len(people)-1)
		popular := 0
		for _, person := range people[1 : 1+likes] {
			liked := later()
			if liked.After(vote.PopularSince(s.plan.now)) {
				popular++
			}
			err := tx.Vote.Create().SetUserID(s.userIDs[person]).SetTargetType(blog.Kind).SetTargetID(p.ID).SetValue(vote.Up).
				SetCreatedAt(liked).SetUpdatedAt(liked).Exec(ctx)
			if err != nil {
				return fmt.Errorf("add a like: %w", err)
			}
			if err := tx.User.Update().Where(user.ID(s.userIDs[person])).AddVotesGiven(1).Exec(ctx); err != nil {
				return fmt.Errorf("count a like: %w", err)
			}
		}
		if err := tx.BlogPost.Update().Where(blogpost.ID(p.ID)).AddUpvotes(likes).AddPopularity(popular).Exec(ctx); err != nil {
			return fmt.Errorf("count likes: %w", err)
		}
		err := tx.User.Update().Where(user.ID(p.UserID)).AddUpvotesReceived(likes).AddReputation(vote.Reputation(likes, 0)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("count likes of an author: %w", err)
		}
	}
	return nil
}
