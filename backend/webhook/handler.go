package webhook

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements WebhookService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// ListWebhooks implements WebhookService.
func (h *Handler) ListWebhooks(ctx context.Context, r *pb.ListWebhooksRequest) (*pb.ListWebhooksResponse, error) {
	hooks, err := h.service.List(ctx, auth.From(ctx), r.Scope == pb.WebhookScope_WEBHOOK_SCOPE_BOARD)
	if err != nil {
		return nil, err
	}
	out := &pb.ListWebhooksResponse{}
	for _, w := range hooks {
		out.Webhooks = append(out.Webhooks, toProto(w))
	}
	return out, nil
}

// CreateWebhook implements WebhookService.
func (h *Handler) CreateWebhook(ctx context.Context, r *pb.CreateWebhookRequest) (*pb.CreateWebhookResponse, error) {
	in := Input{URL: &r.Url, Events: enumname.List(r.Events), IsActive: r.IsActive}
	w, err := h.service.Create(ctx, auth.From(ctx), r.Scope == pb.WebhookScope_WEBHOOK_SCOPE_BOARD, in)
	if err != nil {
		return nil, err
	}
	return &pb.CreateWebhookResponse{Webhook: withSecret(w)}, nil
}

// UpdateWebhook implements WebhookService.
func (h *Handler) UpdateWebhook(ctx context.Context, r *pb.UpdateWebhookRequest) (*pb.UpdateWebhookResponse, error) {
	w, err := h.service.Update(ctx, auth.From(ctx), store.ParseID(r.Id),
		Input{r.Url, enumname.List(r.Events), r.IsActive})
	if err != nil {
		return nil, err
	}
	return &pb.UpdateWebhookResponse{Webhook: toProto(w)}, nil
}

// DeleteWebhook implements WebhookService.
func (h *Handler) DeleteWebhook(ctx context.Context, r *pb.DeleteWebhookRequest) (*pb.DeleteWebhookResponse, error) {
	err := h.service.Delete(ctx, auth.From(ctx), store.ParseID(r.Id))
	return &pb.DeleteWebhookResponse{Success: true}, err
}

// RotateWebhookSecret implements WebhookService.
func (h *Handler) RotateWebhookSecret(ctx context.Context,
	r *pb.RotateWebhookSecretRequest) (*pb.RotateWebhookSecretResponse, error) {
	w, err := h.service.Rotate(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.RotateWebhookSecretResponse{Webhook: withSecret(w)}, nil
}

// ListWebhookDeliveries implements WebhookService.
func (h *Handler) ListWebhookDeliveries(ctx context.Context,
	r *pb.ListWebhookDeliveriesRequest) (*pb.ListWebhookDeliveriesResponse, error) {
	rows, next, err := h.service.Deliveries(ctx, auth.From(ctx), store.ParseID(r.Id),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListWebhookDeliveriesResponse{NextPageToken: next}
	for _, d := range rows {
		out.Deliveries = append(out.Deliveries, deliveryToProto(d))
	}
	return out, nil
}

// RedeliverWebhook implements WebhookService.
func (h *Handler) RedeliverWebhook(ctx context.Context,
	r *pb.RedeliverWebhookRequest) (*pb.RedeliverWebhookResponse, error) {
	d, err := h.service.Redeliver(ctx, auth.From(ctx), store.ParseID(r.Id), store.ParseID(r.DeliveryId))
	if err != nil {
		return nil, err
	}
	return &pb.RedeliverWebhookResponse{Delivery: deliveryToProto(d)}, nil
}

// TestWebhook implements WebhookService.
func (h *Handler) TestWebhook(ctx context.Context, r *pb.TestWebhookRequest) (*pb.TestWebhookResponse, error) {
	d, err := h.service.Test(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.TestWebhookResponse{Delivery: deliveryToProto(d)}, nil
}

func toProto(w *ent.Webhook) *pb.Webhook {
	out := &pb.Webhook{
		Id: w.ID.String(), Url: w.URL, Events: enumname.Enums[pb.WebhookEvent](w.Events), IsActive: w.State == on,
		OffBecause: enumname.Enum[pb.WebhookOff](w.State), FailingSince: timestamp(w.FailingSince),
		CreatedAt: timestamppb.New(w.CreatedAt),
	}
	if w.Scope == scopeBoard {
		out.Scope = pb.WebhookScope_WEBHOOK_SCOPE_BOARD
	}
	return out
}

func withSecret(w *ent.Webhook) *pb.Webhook {
	out := toProto(w)
	out.Secret = w.Secret
	return out
}

func deliveryToProto(d *ent.WebhookDelivery) *pb.WebhookDelivery {
	return &pb.WebhookDelivery{
		Id: d.ID.String(), Event: enumname.Enum[pb.WebhookEvent](d.Event),
		State: enumname.Enum[pb.WebhookDeliveryState](d.State), Body: d.Body,
		Attempts: int32(d.Attempts), Status: int32(d.Status), Answer: d.Answer, Failure: d.Failure,
		CreatedAt: timestamppb.New(d.CreatedAt), AttemptedAt: timestamp(d.AttemptedAt), NextAt: timestamp(d.NextAt),
	}
}

func timestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}
