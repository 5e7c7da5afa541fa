package mailqueue

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of the mail queue to the board. Package account deletes the mails of a deleted user.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "mailqueue",
		Services: []server.Service{
			server.Mount[uvboardv1connect.MailServiceHandler](uvboardv1connect.NewMailServiceHandler, NewHandler(s))},
		Mails: []mail.Message{s.testMessage("ada")},
	}
}

// Handler implements MailService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListMails implements MailService.
func (h *Handler) ListMails(ctx context.Context, r *pb.ListMailsRequest) (*pb.ListMailsResponse, error) {
	mails, next, err := h.service.List(ctx, enumname.Of(r.State), paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListMailsResponse{NextPageToken: next}
	for _, m := range mails {
		out.Mails = append(out.Mails, toProto(m))
	}
	return out, nil
}

// RetryMail implements MailService.
func (h *Handler) RetryMail(ctx context.Context, r *pb.RetryMailRequest) (*pb.RetryMailResponse, error) {
	m, err := h.service.Retry(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.RetryMailResponse{Mail: toProto(m)}, nil
}

// RetryMails implements MailService.
func (h *Handler) RetryMails(ctx context.Context, _ *pb.RetryMailsRequest) (*pb.RetryMailsResponse, error) {
	n, err := h.service.RetryAll(ctx, auth.From(ctx))
	return &pb.RetryMailsResponse{Count: int32(n)}, err
}

// SendTestMail implements MailService.
func (h *Handler) SendTestMail(ctx context.Context, r *pb.SendTestMailRequest) (*pb.SendTestMailResponse, error) {
	m, err := h.service.SendTest(ctx, auth.From(ctx), r.To)
	if err != nil {
		return nil, err
	}
	return &pb.SendTestMailResponse{Mail: toProto(m)}, nil
}

// RevealMailLink implements MailService.
func (h *Handler) RevealMailLink(ctx context.Context, r *pb.RevealMailLinkRequest) (*pb.RevealMailLinkResponse, error) {
	link, err := h.service.Reveal(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.RevealMailLinkResponse{Link: link}, err
}

func toProto(m *ent.Mail) *pb.Mail {
	out := &pb.Mail{
		Id: m.ID.String(), Recipient: m.Recipient, Subject: m.Subject, State: enumname.Enum[pb.MailState](m.State),
		Attempts: int32(m.Attempts), Error: m.Failure, CreatedAt: timestamppb.New(m.CreatedAt),
		HasLink: linkIn(m) != "", Category: m.Category,
	}
	if m.State == mail.Waiting {
		out.NextTryAt = timestamppb.New(m.NextTryAt)
	}
	if m.SentAt != nil {
		out.SentAt = timestamppb.New(*m.SentAt)
	}
	return out
}
