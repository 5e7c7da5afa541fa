package contact

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements ContactService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// SendContactMessage implements ContactService.
func (h *Handler) SendContactMessage(ctx context.Context,
	r *pb.SendContactMessageRequest) (*pb.SendContactMessageResponse, error) {
	if r.Website != "" { // a script filled in the hidden field; the response looks like success
		return &pb.SendContactMessageResponse{Message: &pb.ContactMessage{}}, nil
	}
	m, err := h.service.Send(ctx, auth.From(ctx), Message{Name: r.Name, Email: r.Email, Subject: r.Subject,
		Text: r.Message})
	if err != nil {
		return nil, err
	}
	return &pb.SendContactMessageResponse{Message: toProto(m)}, nil
}

// SendMemberMessage implements ContactService.
func (h *Handler) SendMemberMessage(ctx context.Context,
	r *pb.SendMemberMessageRequest) (*pb.SendMemberMessageResponse, error) {
	if err := h.service.SendToMember(ctx, auth.From(ctx), store.ParseID(r.UserId), r.Subject, r.Message); err != nil {
		return nil, err
	}
	return &pb.SendMemberMessageResponse{Success: true}, nil
}

// ListContactMessages implements ContactService.
func (h *Handler) ListContactMessages(ctx context.Context,
	r *pb.ListContactMessagesRequest) (*pb.ListContactMessagesResponse, error) {
	messages, next, err := h.service.List(ctx, enumname.Of(r.Status), r.Search,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListContactMessagesResponse{NextPageToken: next}
	for _, m := range messages {
		out.Messages = append(out.Messages, toProto(m))
	}
	return out, nil
}

// UpdateContactMessage implements ContactService.
func (h *Handler) UpdateContactMessage(ctx context.Context,
	r *pb.UpdateContactMessageRequest) (*pb.UpdateContactMessageResponse, error) {
	status := enumname.Of(r.Status)
	if status == "" {
		return nil, fault.UnknownValue("status")
	}
	m, err := h.service.SetStatus(ctx, auth.From(ctx), store.ParseID(r.Id), status)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateContactMessageResponse{Message: toProto(m)}, nil
}

func toProto(m *ent.ContactMessage) *pb.ContactMessage {
	out := &pb.ContactMessage{
		Id: m.ID.String(), Name: m.Name, Email: m.Email, Subject: m.Subject, Message: m.Message,
		Status: enumname.Enum[pb.ContactStatus](m.Status), CreatedAt: timestamppb.New(m.CreatedAt),
	}
	if m.UserID != nil {
		out.UserId = m.UserID.String()
	}
	return out
}
