package seed

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/tag"
	"uvboard/ent/changelogentry"
	"uvboard/ent/follow"
)

const (
	followBatch = 1000
	minFollows  = 2
	maxFollows  = 7
	updatesOf   = 3 // projects have an update: one in so many
	maxUpdates  = 3
	settled     = 7 * day // a younger project has none
)

// following is something that a user follows: one of the three is set, or the tag.
type following struct {
	member, project, channel int // -1 for none
	tag                      string
	since                    time.Time
}

// planFollows counts who follows whom.
func (p *plan) planFollows() {
	for i := range p.Users {
		p.eachFollow(i, func(f following) {
			if f.member >= 0 {
				p.people[f.member].followers++
				p.people[i].following++
			}
		})
	}
}

// eachFollow calls tell for each thing that a user follows, each once.
func (p *plan) eachFollow(user int, yield func(following)) {
	if p.Projects == 0 {
		return
	}
	random := p.random(aboutFollows, user)
	seen := map[following]bool{}
	for range minFollows + random.IntN(maxFollows-minFollows+1) {
		// The newest projects and their makers have the most followers.
		project := p.Projects - 1 - int(float64(p.Projects)*math.Pow(random.Float64(), 2))
		f, from := following{member: -1, project: -1, channel: -1}, p.created(project)
		switch kind := random.IntN(10); {
		case kind < 4:
			f.member = p.owner(project)
		case kind < 7:
			f.project = project
		case kind < 9:
			f.tag = tag.Of(tag.Topic, strings.Fields(texts().Products[project%len(texts().Products)].Tags)[0])[0].ID
		case len(p.forum.channels) > 0:
			f.channel = random.IntN(len(p.forum.channels))
			from = p.forum.channels[f.channel].at
		}
		share := random.Float64()
		if f.member == user || p.owner(project) == user || p.isDraft(project) || seen[f] ||
			f == (following{member: -1, project: -1, channel: -1}) {
			continue
		}
		seen[f] = true
		if joined := p.joined(user); joined.After(from) {
			from = joined
		}
		f.since = from.Add(time.Duration(float64(p.now.Sub(from)) * share)).Truncate(time.Millisecond)
		yield(f)
	}
}

func (s *seeder) composeFollows(_ context.Context, from, to int) batch {
	rows := bulk.Rows{Table: follow.Table, Columns: []string{
		follow.FieldID, follow.FieldUserID, follow.FieldMemberID, follow.FieldProjectID, follow.FieldChannelID,
		follow.FieldTag, follow.FieldCreatedAt,
	}}
	for i := from; i < to; i++ {
		random := s.plan.random(aboutIDs, 2<<40+i)
		s.plan.eachFollow(i, func(f following) {
			var member, project, channel *uuid.UUID
			var word *string
			switch {
			case f.member >= 0:
				member = &s.userIDs[f.member]
			case f.project >= 0:
				id := s.projectID(f.project)
				project = &id
			case f.channel >= 0:
				channel = &s.channelIDs[f.channel]
			default:
				word = &f.tag
			}
			rows.Values = append(rows.Values, []any{newID(f.since, random), s.userIDs[i], member, project, channel,
				word, f.since})
		})
	}
	return batch{tables: []bulk.Rows{rows}, to: to}
}

// earlier is the stage before each.
var earlier = map[string]string{"mvp": "idea", "beta": "mvp", "launched": "beta"}

// composeUpdates returns what makers write about their public projects after publishing them.
func (s *seeder) composeUpdates(_ context.Context, from, to int) batch {
	rows := bulk.Rows{Table: changelogentry.Table, Columns: []string{
		changelogentry.FieldID, changelogentry.FieldCreatedAt, changelogentry.FieldUpdatedAt,
		changelogentry.FieldProjectID, changelogentry.FieldUserID,
		changelogentry.FieldStageBefore, changelogentry.FieldStageAfter, changelogentry.FieldTitle,
		changelogentry.FieldContent, changelogentry.FieldContentVersion, changelogentry.FieldContentHTML,
	}}
	for i := from; i < to; i++ {
		if i%updatesOf != 0 || s.plan.isDraft(i) || s.plan.now.Sub(s.plan.created(i)) < settled {
			continue
		}
		random, owner := s.plan.random(aboutUpdates, i), s.userIDs[s.plan.owner(i)]
		names := fillers(s.projectName(i), random)
		written := some(random, 1+random.IntN(maxUpdates), texts().Updates)
		// The stage is the first that a project of this number draws, as in compose.
		now := stage(s.plan.random(aboutText, i))
		moments := s.plan.moments(random, s.plan.created(i), len(written)+1)
		id := s.projectID(i)
		for n, u := range written {
			text := names.Replace(u.Text)
			rows.Values = append(rows.Values, []any{
				newID(moments[n], random), moments[n], moments[n], id, owner, "", "", names.Replace(u.Title), text,
				markdown.Version, markdown.Stored(text, markdown.HTML(text)),
			})
		}
		if before := earlier[now]; before != "" {
			at := moments[len(written)]
			rows.Values = append(rows.Values, []any{newID(at, random), at, at, id, owner, before, now, "", "", 0, ""})
		}
	}
	return batch{tables: []bulk.Rows{rows}, to: to}
}
