package notification

import (
	"context"
	"net/http"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements NotificationService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListEmailPreferences implements NotificationService.
func (h *Handler) ListEmailPreferences(ctx context.Context,
	_ *pb.ListEmailPreferencesRequest) (*pb.ListEmailPreferencesResponse, error) {
	all, err := h.service.List(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := &pb.ListEmailPreferencesResponse{}
	for _, p := range all {
		out.Preferences = append(out.Preferences, toProto(p))
	}
	return out, nil
}

// SetEmailPreference implements NotificationService.
func (h *Handler) SetEmailPreference(ctx context.Context,
	r *pb.SetEmailPreferenceRequest) (*pb.SetEmailPreferenceResponse, error) {
	p, err := h.service.SetEmail(ctx, auth.From(ctx).UserID, r.Category, r.IsOn)
	if err != nil {
		return nil, err
	}
	return &pb.SetEmailPreferenceResponse{Preference: toProto(p)}, nil
}

// Unsubscribe implements NotificationService.
func (h *Handler) Unsubscribe(ctx context.Context, r *pb.UnsubscribeRequest) (*pb.UnsubscribeResponse, error) {
	return &pb.UnsubscribeResponse{Success: true}, h.service.Unsubscribe(ctx, r.Token)
}

// oneClick handles the POST of mail programs to the address in List-Unsubscribe (RFC 8058). The body adds nothing, so
// it is not read. A GET of the same address shows a page with a button, because link scanners open every link.
func (h *Handler) oneClick(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.Unsubscribe(r.Context(), r.URL.Query().Get("token")); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ListNotifications implements NotificationService.
func (h *Handler) ListNotifications(ctx context.Context,
	r *pb.ListNotificationsRequest) (*pb.ListNotificationsResponse, error) {
	entries, next, err := h.service.Inbox(ctx, auth.From(ctx).UserID, enumname.Of(r.Filter),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListNotificationsResponse{NextPageToken: next}
	for _, e := range entries {
		out.Notifications = append(out.Notifications, entryToProto(e))
	}
	return out, nil
}

// CountNotifications implements NotificationService.
func (h *Handler) CountNotifications(ctx context.Context,
	_ *pb.CountNotificationsRequest) (*pb.CountNotificationsResponse, error) {
	n, err := h.service.CountUnread(ctx, auth.From(ctx).UserID)
	return &pb.CountNotificationsResponse{Unread: int32(n)}, err
}

// ReadNotification implements NotificationService.
func (h *Handler) ReadNotification(ctx context.Context,
	r *pb.ReadNotificationRequest) (*pb.ReadNotificationResponse, error) {
	return &pb.ReadNotificationResponse{Success: true}, h.service.Read(ctx, auth.From(ctx).UserID, store.ParseID(r.Id))
}

// ReadAllNotifications implements NotificationService.
func (h *Handler) ReadAllNotifications(ctx context.Context,
	_ *pb.ReadAllNotificationsRequest) (*pb.ReadAllNotificationsResponse, error) {
	return &pb.ReadAllNotificationsResponse{Success: true}, h.service.ReadAll(ctx, auth.From(ctx).UserID)
}

// GetNotificationPreferences implements NotificationService.
func (h *Handler) GetNotificationPreferences(ctx context.Context,
	_ *pb.GetNotificationPreferencesRequest) (*pb.GetNotificationPreferencesResponse, error) {
	p, err := h.service.Preferences(ctx, auth.From(ctx).UserID)
	return &pb.GetNotificationPreferencesResponse{Preferences: preferencesToProto(p)}, err
}

// SetNotificationPreferences implements NotificationService.
func (h *Handler) SetNotificationPreferences(ctx context.Context,
	r *pb.SetNotificationPreferencesRequest) (*pb.SetNotificationPreferencesResponse, error) {
	change := Change{Kinds: map[string]uint8{}, Digest: enumname.Of(r.Digest), TimeZone: r.TimeZone}
	if r.DigestHour != nil {
		change.DigestHour = new(int(*r.DigestHour))
	}
	if r.Kinds != nil {
		r.Kinds.ProtoReflect().Range(func(kind protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			channels := value.Message().Interface().(*pb.NotificationChannels)
			var on uint8
			for flag, is := range map[uint8]bool{inbox: channels.Inbox, email: channels.Email, push: channels.Push} {
				if is {
					on |= flag
				}
			}
			change.Kinds[string(kind.Name())] = on
			return true
		})
	}
	p, err := h.service.SetPreferences(ctx, auth.From(ctx).UserID, change)
	if err != nil {
		return nil, err
	}
	return &pb.SetNotificationPreferencesResponse{Preferences: preferencesToProto(p)}, nil
}

// ListMutes implements NotificationService.
func (h *Handler) ListMutes(ctx context.Context, _ *pb.ListMutesRequest) (*pb.ListMutesResponse, error) {
	mutes, err := h.service.Mutes(ctx, auth.From(ctx).UserID)
	out := &pb.ListMutesResponse{}
	for _, m := range mutes {
		out.Mutes = append(out.Mutes, &pb.Mute{Type: enumname.Enum[pb.MuteType](m.TargetType), Id: m.TargetID.String()})
	}
	return out, err
}

// Mute implements NotificationService.
func (h *Handler) Mute(ctx context.Context, r *pb.MuteRequest) (*pb.MuteResponse, error) {
	return &pb.MuteResponse{Success: true}, h.service.Mute(ctx, auth.From(ctx).UserID, enumname.Of(r.Type),
		store.ParseID(r.Id))
}

// Unmute implements NotificationService.
func (h *Handler) Unmute(ctx context.Context, r *pb.UnmuteRequest) (*pb.UnmuteResponse, error) {
	return &pb.UnmuteResponse{Success: true}, h.service.Unmute(ctx, auth.From(ctx).UserID, store.ParseID(r.Id))
}

func entryToProto(e Entry) *pb.Notification {
	at := time.Unix(e.ID.Time().UnixTime())
	out := &pb.Notification{
		Id: e.ID.String(), Kind: enumname.Enum[pb.NotificationKind](e.Kind), Count: int32(e.People),
		TargetType: e.ItemType, TargetId: e.ItemID.String(),
		Title: e.Target.Title, Excerpt: e.Target.Text, Url: e.Target.Path, IsRead: e.IsRead,
		CreatedAt: timestamppb.New(at), Detail: e.Detail, Via: usersummary.Via(e.via()), Reason: e.Reason,
	}
	if e.Edges.Actor != nil {
		out.Actor = usersummary.ToProto(e.Edges.Actor)
	}
	return out
}

func preferencesToProto(p Preferences) *pb.NotificationPreferences {
	kinds := &pb.NotificationKinds{}
	fields := kinds.ProtoReflect().Descriptor().Fields()
	for kind, channels := range p.Kinds {
		if field := fields.ByName(protoreflect.Name(kind)); field != nil {
			message := &pb.NotificationChannels{Inbox: channels&inbox != 0, Email: channels&email != 0,
				Push: channels&push != 0}
			kinds.ProtoReflect().Set(field, protoreflect.ValueOfMessage(message.ProtoReflect()))
		}
	}
	return &pb.NotificationPreferences{
		Kinds: kinds, Digest: enumname.Enum[pb.Digest](p.Digest), DigestHour: int32(p.DigestHour), TimeZone: p.TimeZone,
	}
}

func toProto(p Preference) *pb.EmailPreference {
	return &pb.EmailPreference{Category: p.Name, Title: p.Title, About: p.About, IsOn: p.IsOn}
}

// GetPushKey implements NotificationService.
func (h *Handler) GetPushKey(ctx context.Context, _ *pb.GetPushKeyRequest) (*pb.GetPushKeyResponse, error) {
	key, _, err := h.service.pushKeys(ctx)
	return &pb.GetPushKeyResponse{Key: key}, err
}

// CreatePushSubscription implements NotificationService.
func (h *Handler) CreatePushSubscription(ctx context.Context,
	r *pb.CreatePushSubscriptionRequest) (*pb.CreatePushSubscriptionResponse, error) {
	id, err := h.service.BeginPush(ctx, auth.From(ctx), Browser{r.Endpoint, strings.TrimRight(r.Keys.GetP256Dh(), "="),
		strings.TrimRight(r.Keys.GetAuth(), "=")})
	if err != nil {
		return nil, err
	}
	return &pb.CreatePushSubscriptionResponse{Id: id.String()}, nil
}

// DeletePushSubscription implements NotificationService.
func (h *Handler) DeletePushSubscription(ctx context.Context,
	r *pb.DeletePushSubscriptionRequest) (*pb.DeletePushSubscriptionResponse, error) {
	return &pb.DeletePushSubscriptionResponse{Success: true}, h.service.EndPush(ctx, auth.From(ctx).UserID,
		store.ParseID(r.Id))
}
