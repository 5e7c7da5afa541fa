package live

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	pb "uvboard/gen/uvboard/v1"
)

// subject is the subject of a notification: a list, or one kind of change of an item.
type subject struct {
	List string     `json:"l,omitempty"` // the word of a list; empty for an item
	Kind event.Kind `json:"k,omitempty"`
	Type string     `json:"t,omitempty"`
	ID   uuid.UUID  `json:"i"`
}

// change is a subject with the topics that show it.
type change struct {
	subject
	Topics []string `json:"o"`
}

// ownTopic is the topic of a user's own changes. No other topic has a slash.
func ownTopic(userID uuid.UUID) string { return "own/" + userID.String() }

func itemTopic(i event.Item) string { return i.Type + ":" + i.ID.String() }

// audience is who is notified of the events of a kind.
type audience struct {
	all bool // who follow the item, what it belongs to, or a list that shows it, if everybody can see the item
	own bool // the users of Event.To, on their own topics
}

// audiences are those of each kind of events. Nobody is notified of a kind that is missing here.
var audiences = map[event.Kind]audience{
	event.Published: {all: true, own: true},
	event.Edited:    {all: true, own: true},
	event.Changed:   {all: true, own: true},
	event.Voted:     {all: true, own: true},
	event.Hidden:    {all: true, own: true},
	event.Shown:     {all: true, own: true},
	event.Deleted:   {all: true, own: true},
	event.Followed:  {own: true},
	event.Decided:   {own: true},
	event.Secured:   {own: true},
	event.Access:    {own: true}, // ends the streams
}

// changesOf returns the notifications of an event.
func changesOf(e event.Event) []change {
	to := audiences[e.Kind]
	to.all = to.all && e.Public
	item := change{subject: subject{Kind: e.Kind, Type: e.Item.Type, ID: e.Item.ID}}
	if to.all {
		for _, i := range append([]event.Item{e.Item, e.Parent}, e.In...) {
			item.Topics = append(item.Topics, itemTopic(i))
		}
	}
	if to.own {
		for _, id := range e.To {
			item.Topics = append(item.Topics, ownTopic(id))
		}
	}
	changes := []change{item}
	if !to.all {
		return changes
	}
	for _, list := range e.Lists {
		changes = append(changes, change{subject{List: enumname.Of(list)}, []string{enumname.Of(list)}})
	}
	return changes
}

func (s subject) event() *pb.SubscribeResponse {
	if s.List == "" {
		return &pb.SubscribeResponse{Event: &pb.SubscribeResponse_Changed{Changed: &pb.LiveChange{Type: s.Type,
			Id: s.ID.String(), Kind: string(s.Kind)}}}
	}
	list, _ := enumname.Number(pb.LiveList(0).Descriptor(), s.List)
	return &pb.SubscribeResponse{Event: &pb.SubscribeResponse_ChangedList{ChangedList: pb.LiveList(list)}}
}

// maxWaits limits the changes that wait in a collector. If there are more, all are dropped and clients fetch everything
// again.
const maxWaits = 1000

// collector gathers changes and passes them on, with a pause in between. Several changes of a subject within a pause
// are passed on once.
type collector struct {
	pause time.Duration
	pass  func(ctx context.Context, changes []change, lost bool) error // lost reports that changes are missing
	wake  chan struct{}

	mu    sync.Mutex
	waits map[subject][]string // topics
	lost  bool
}

func newCollector(pause time.Duration, pass func(context.Context, []change, bool) error) *collector {
	return &collector{pause: pause, pass: pass, wake: make(chan struct{}, 1), waits: map[subject][]string{}}
}

func (c *collector) add(added change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	topics, waits := c.waits[added.subject]
	if !waits && len(c.waits) == maxWaits {
		c.lost = true
	} else { // a thread that was moved concerns both channels
		topics = slices.Concat(topics, added.Topics)
		slices.Sort(topics)
		c.waits[added.subject] = slices.Compact(topics)
	}
	signal(c.wake)
}

// lose records that changes were lost.
func (c *collector) lose() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = true
	signal(c.wake)
}

func (c *collector) take() (changes []change, lost bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lost = c.lost
	for s, topics := range c.waits {
		changes = append(changes, change{s, topics})
	}
	clear(c.waits)
	c.lost = false
	if lost {
		changes = nil
	}
	return changes, lost
}

// run passes changes on until ctx ends, and then those that still wait. After a failure it reports that changes were
// lost.
func (c *collector) run(ctx context.Context, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
		case <-c.wake:
		}
		ended := ctx.Err() != nil
		if changes, lost := c.take(); lost || len(changes) > 0 {
			if err := c.pass(context.WithoutCancel(ctx), changes, lost); err != nil {
				log.Warn("changes not passed on; will be tried again", "error", err.Error())
				c.lose()
			}
		}
		if ended {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(c.pause):
		}
	}
}

// signal wakes the reader of a channel with room for one value.
func signal(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
