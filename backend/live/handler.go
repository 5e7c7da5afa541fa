package live

import (
	"context"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// heartbeatTime is shorter than the time after which proxies close a silent connection.
const heartbeatTime = 25 * time.Second

// Domain returns what live updates contribute to the board.
func Domain(h *Hub) domain.Domain {
	return domain.Domain{
		Name: "live", Listeners: []event.Listener{{AfterCommit: h.emitted}},
		Services: []server.Service{
			server.Mount[uvboardv1connect.LiveServiceHandler](uvboardv1connect.NewLiveServiceHandler, &Handler{h}),
		},
	}
}

// Handler implements LiveService.
type Handler struct{ hub *Hub }

// Subscribe implements LiveService.
func (h *Handler) Subscribe(ctx context.Context, r *pb.SubscribeRequest,
	stream *connect.ServerStream[pb.SubscribeResponse]) error {
	caller := auth.From(ctx)
	own := false
	topics := make([]string, len(r.Topics))
	for i, t := range r.Topics {
		own = own || t.GetOwn()
		if own {
			if err := (auth.Rule{Level: auth.User}).Admit(caller); err != nil {
				return err
			}
		}
		topics[i] = topicOf(t, caller.ID())
	}
	ended, end := context.WithCancel(ctx)
	defer end()
	s, err := h.hub.Subscribe(auth.ClientAddr(ctx), topics, own, r.Since, end)
	if err != nil {
		return err
	}
	defer s.Close()
	if own { // the session may have ended since the call was authenticated
		if err := caller.CheckSession(ctx, h.hub.db.Client()); err != nil {
			return err
		}
	}
	stream.ResponseHeader().Set("X-Accel-Buffering", "no") // nginx would hold events back
	beat := time.NewTicker(heartbeatTime)
	defer beat.Stop()
	for {
		select {
		case <-ended.Done():
			return nil
		case <-beat.C:
			s.push(heartbeat)
		case <-s.wake:
			for _, e := range s.take() {
				if stream.Send(e) != nil {
					return nil // the client has gone
				}
			}
		}
	}
}

// topicOf returns the topic of a message. A malformed id gives the topic of uuid.Nil, which no item has.
func topicOf(t *pb.LiveTopic, userID uuid.UUID) string {
	switch topic := t.Topic.(type) {
	case *pb.LiveTopic_List:
		return enumname.Of(topic.List)
	case *pb.LiveTopic_Item:
		return itemTopic(event.Item{Type: topic.Item.Type, ID: store.ParseID(topic.Item.Id)})
	case *pb.LiveTopic_Own:
		return ownTopic(userID)
	}
	// A field such as forum_thread_id of earlier clients is named after the type.
	m := t.ProtoReflect()
	field := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
	return itemTopic(event.Item{Type: strings.TrimSuffix(string(field.Name()), "_id"), ID: store.ParseID(m.Get(field).
		String())})
}
