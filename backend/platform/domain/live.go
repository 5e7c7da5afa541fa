package domain

import (
	"context"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Live is a kind of changes that clients follow in the live stream. A domain announces them with store.DB.Announce.
type Live struct {
	Kind string // of store.Change, such as "forum_post"
	// Pause is the shortest time between two loads. An item that changes more often has one event for all its changes.
	Pause time.Duration
	// Load returns one event for each item, as a visitor may see it now: also for an item that is not shown any more. It may
	// leave items out, which then have no event.
	Load func(ctx context.Context, ids []uuid.UUID) ([]LiveEvent, error)
}

// LiveEvent is an event about an item.
type LiveEvent struct {
	ID     uuid.UUID
	Topics []string // in addition to those of the change
	Event  *pb.SubscribeResponse
}

// Pauses of items and of lists, which have more subscribers.
const (
	ItemPause = 100 * time.Millisecond
	ListPause = time.Second
)

// LiveList is a list whose clients are told that it has changed, which ListChange announces.
func LiveList(list pb.LiveList) Live {
	return Live{Kind: enumname.Of(list), Pause: ListPause, Load: func(context.Context, []uuid.UUID) ([]LiveEvent, error) {
		return []LiveEvent{{Event: &pb.SubscribeResponse{Event: &pb.SubscribeResponse_ChangedList{ChangedList: list}}}}, nil
	}}
}

// ListChange is the change of a list.
func ListChange(list pb.LiveList) store.Change {
	return store.Change{Kind: enumname.Of(list), Topics: []string{enumname.Of(list)}}
}

// Topics of the live stream. That of a list is its word.

// ThreadTopic is the topic of a forum thread.
func ThreadTopic(id uuid.UUID) string { return "forum_thread:" + id.String() }

// ChannelTopic is the topic of a forum channel.
func ChannelTopic(id uuid.UUID) string { return "forum_channel:" + id.String() }
