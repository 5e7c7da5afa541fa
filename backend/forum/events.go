package forum

import (
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// lists are the lists that show channels, threads, and when the last reply was written.
var lists = []pb.LiveList{pb.LiveList_LIVE_LIST_FORUM}

func channelItem(id uuid.UUID) event.Item { return event.Item{Type: ChannelKind, ID: id} }

func channelEvent(kind event.Kind, caller *auth.Caller, id uuid.UUID) event.Event {
	return event.Event{Kind: kind, Item: channelItem(id), Actor: caller.ID(), Public: true, Lists: lists}
}

// threadEvent returns the event of a change of a thread, which is as before a hiding, a restoration or a deletion.
// caller is nil for a job or a moderator. The first channel is the parent; a move also names the other.
func threadEvent(kind event.Kind, caller *auth.Caller, t *ent.ForumThread, channels ...uuid.UUID) event.Event {
	e := event.Event{
		Kind: kind, Item: event.Item{Type: ThreadKind, ID: t.ID}, Actor: caller.ID(), Parent: channelItem(channels[0]),
		Public: t.IsVisible || kind == event.Shown, Lists: lists,
	}
	for _, id := range channels[1:] {
		e.In = append(e.In, channelItem(id))
	}
	return e
}

// postEvent is threadEvent for a reply in a thread.
func postEvent(kind event.Kind, caller *auth.Caller, t *ent.ForumThread, p *ent.ForumPost) event.Event {
	thread := event.Item{Type: ThreadKind, ID: t.ID}
	e := event.Event{
		Kind: kind, Item: event.Item{Type: PostKind, ID: p.ID}, Actor: caller.ID(), Parent: thread,
		Public: t.IsVisible && (p.IsVisible || kind == event.Shown), In: []event.Item{thread},
	}
	if p.ParentID != nil {
		e.Parent = event.Item{Type: PostKind, ID: *p.ParentID}
	}
	if t.IsFeedback && t.Edges.Channel.ProjectID != nil {
		e.In = append(e.In, event.Item{Type: project.Kind, ID: *t.Edges.Channel.ProjectID})
	}
	if kind != event.Edited { // it changes the number of replies
		e.In, e.Lists = append(e.In, channelItem(t.ChannelID)), lists
	}
	return e
}
