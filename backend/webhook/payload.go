package webhook

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/forum"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/user"
)

// message is the body of a call.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      data      `json:"data"`
}

// ping is the event of a test.
const ping = "ping"

// testMessage is the body of a test.
type testMessage struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      testData  `json:"data"`
}

type testData struct {
	WebhookID string `json:"webhookId"`
}

type data struct {
	Item     item      `json:"item"`
	Parent   *item     `json:"parent,omitempty"`
	Author   *person   `json:"author,omitempty"`
	Follower *person   `json:"follower,omitempty"`
	Votes    *tally    `json:"votes,omitempty"`
	Action   string    `json:"action,omitempty"`
	owners   owners    // who has this as an own item
	named    uuid.UUID // the user whose name is in it
	public   bool      // only as long as the item is
}

type item struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Title   string `json:"title,omitempty"`
	Excerpt string `json:"excerpt,omitempty"`
	URL     string `json:"url,omitempty"`
	// what its author wrote it with, null for a session
	Via *string `json:"via"`
}

type person struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	URL      string `json:"url"`
}

type tally struct {
	Up   int `json:"upvotes"`
	Down int `json:"downvotes"`
}

type owners []uuid.UUID

func (o *owners) add(id uuid.UUID) {
	if id != uuid.Nil && !slices.Contains(*o, id) {
		*o = append(*o, id)
	}
}

func (s *Service) person(u *ent.User) *person {
	return &person{u.ID.String(), u.Username, s.origin + "/profile/" + u.Username}
}

// shown returns an item that everybody sees and its owner, nil if it is not visible.
func (s *Service) shown(ctx context.Context, of event.Item) (*item, *ent.User, error) {
	kind, ok := s.items[of.Type]
	if !ok {
		return nil, nil, nil
	}
	targets, err := kind.VisibleTargets(ctx, s.db.Client(), s.db.Dialect, []uuid.UUID{of.ID})
	if err != nil || len(targets) == 0 {
		return nil, nil, err
	}
	t := targets[0]
	return &item{of.Type, t.ID.String(), t.Title, t.Text, s.origin + t.Path, usersummary.Via(t.Via)}, t.Owner, nil
}

// describe returns what webhooks are sent about an event, nil for nothing.
func (s *Service) describe(ctx context.Context, e event.Event) (*data, error) {
	d := &data{Item: item{Type: e.Item.Type}, Action: e.Detail}
	if e.Item.ID != uuid.Nil {
		d.Item.ID = e.Item.ID.String()
	}
	for _, id := range e.To {
		d.owners.add(id)
	}
	if e.Kind == event.Hidden || e.Kind == event.Deleted || e.Kind == event.Decided {
		return d, nil
	}
	is, owner, err := s.shown(ctx, e.Item)
	if is == nil || err != nil {
		return nil, err
	}
	d.Item, d.public = *is, true
	if owner != nil {
		d.owners.add(owner.ID)
		if e.Kind != event.Voted && e.Kind != event.Followed {
			d.Author, d.named = s.person(owner), owner.ID
		}
	}
	belongsTo := append([]event.Item{e.Parent}, e.In...)
	belongsTo = slices.DeleteFunc(belongsTo, func(of event.Item) bool { return of.ID == uuid.Nil })
	for i, of := range belongsTo {
		parent, owner, err := s.shown(ctx, of)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			d.Parent = parent
		}
		if owner != nil {
			d.owners.add(owner.ID)
		}
		if of.Type == forum.ChannelKind {
			channel, err := s.db.Client().ForumChannel.Query().Where(forumchannel.ID(of.ID)).WithProject().Only(ctx)
			if err != nil && !ent.IsNotFound(err) {
				return nil, err
			}
			if channel != nil && channel.Edges.Project != nil {
				d.owners.add(channel.Edges.Project.UserID)
			}
		}
	}
	switch e.Kind {
	case event.Voted:
		p, err := s.db.Client().Project.Get(ctx, e.Item.ID)
		if err != nil {
			return nil, err
		}
		d.Votes = &tally{p.Upvotes, p.Downvotes}
	case event.Followed:
		u, err := s.db.Client().User.Query().Where(user.ID(e.Actor), user.DeletedAtIsNil()).Only(ctx)
		if ent.IsNotFound(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		d.Follower, d.named = s.person(u), u.ID
	}
	return d, nil
}
