package live

import (
	"context"
	"time"

	"connectrpc.com/connect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// heartbeatTime is shorter than the time after which proxies close a silent connection.
const heartbeatTime = 25 * time.Second

// Domain returns what live updates contribute to the board.
func Domain(h *Hub) domain.Domain {
	return domain.Domain{Name: "live", Services: []server.Service{
		server.Mount[uvboardv1connect.LiveServiceHandler](uvboardv1connect.NewLiveServiceHandler, &Handler{h}),
	}}
}

// Handler implements LiveService.
type Handler struct{ hub *Hub }

// Subscribe implements LiveService.
func (h *Handler) Subscribe(ctx context.Context, r *pb.SubscribeRequest, stream *connect.ServerStream[pb.SubscribeResponse]) error {
	s, err := h.hub.Subscribe(auth.ClientAddr(ctx), topicsOf(r))
	if err != nil {
		return err
	}
	defer s.End()
	stream.ResponseHeader().Set("X-Accel-Buffering", "no") // nginx would hold events back
	if stream.Send(ready) != nil {
		return nil // the client has gone, as below
	}
	defer s.watch(ctx)()
	// One channel for everything: with a select, the stack of a waiting goroutine would take 16 KB instead of 8.
	for range s.wake {
		if ctx.Err() != nil || h.hub.isStopped() {
			break
		}
		for _, event := range s.take() {
			if stream.Send(event) != nil {
				return nil
			}
		}
	}
	return nil
}

// watch wakes the stream when its call ends, and sends heartbeats until stop is called.
func (s *Subscription) watch(ctx context.Context) (stop func()) {
	ended := context.AfterFunc(ctx, s.signal)
	var beat *time.Timer
	beat = time.AfterFunc(heartbeatTime, func() {
		s.push(heartbeat)
		beat.Reset(heartbeatTime)
	})
	return func() {
		ended()
		beat.Stop()
	}
}

func topicsOf(r *pb.SubscribeRequest) []string {
	topics := make([]string, len(r.Topics))
	for i, t := range r.Topics {
		topics[i] = topicOf(t)
	}
	return topics
}

// topicOf returns the topic of a message. A malformed id is that of no item.
func topicOf(t *pb.LiveTopic) string {
	switch t := t.Topic.(type) {
	case *pb.LiveTopic_ForumThreadId:
		return domain.ThreadTopic(store.ParseID(t.ForumThreadId))
	case *pb.LiveTopic_ForumChannelId:
		return domain.ChannelTopic(store.ParseID(t.ForumChannelId))
	case *pb.LiveTopic_List:
		return enumname.Of(t.List)
	default:
		return ""
	}
}
