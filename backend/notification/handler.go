package notification

import (
	"context"
	"net/http"

	"uvboard/backend/platform/auth"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements NotificationService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListEmailPreferences implements NotificationService.
func (h *Handler) ListEmailPreferences(ctx context.Context, _ *pb.ListEmailPreferencesRequest) (*pb.ListEmailPreferencesResponse, error) {
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
func (h *Handler) SetEmailPreference(ctx context.Context, r *pb.SetEmailPreferenceRequest) (*pb.SetEmailPreferenceResponse, error) {
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

// oneClick handles the POST of mail programs to the address in List-Unsubscribe (RFC 8058). The body adds nothing, so it is not read. A GET
// of the same address shows a page with a button, because link scanners open every link.
func (h *Handler) oneClick(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.Unsubscribe(r.Context(), r.URL.Query().Get("token")); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func toProto(p Preference) *pb.EmailPreference {
	return &pb.EmailPreference{Category: p.Name, Title: p.Title, About: p.About, IsOn: p.IsOn}
}
