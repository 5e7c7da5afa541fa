package donation

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements DonationService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetDonationSettings implements DonationService.
func (h *Handler) GetDonationSettings(context.Context,
	*pb.GetDonationSettingsRequest) (*pb.GetDonationSettingsResponse, error) {
	key := h.service.PublishableKey()
	return &pb.GetDonationSettingsResponse{Enabled: key != "", PublishableKey: key}, nil
}

// CreateDonation implements DonationService.
func (h *Handler) CreateDonation(ctx context.Context, r *pb.CreateDonationRequest) (*pb.CreateDonationResponse, error) {
	cents, err := toCents(r.Amount)
	if err != nil {
		return nil, err
	}
	secret, err := h.service.Create(ctx, auth.From(ctx), cents, r.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	return &pb.CreateDonationResponse{ClientSecret: secret}, nil
}

// toCents converts dollars exactly. Fault: invalid for more than two decimals.
func toCents(dollars float64) (int64, error) {
	text := strconv.FormatFloat(dollars, 'f', 2, 64)
	if rounded, err := strconv.ParseFloat(text, 64); err != nil || rounded != dollars {
		return 0, fault.Invalid("amount", "Please enter an amount with at most two decimals")
	}
	return strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
}

// ListDonations implements DonationService.
func (h *Handler) ListDonations(ctx context.Context, r *pb.ListDonationsRequest) (*pb.ListDonationsResponse, error) {
	donations, next, err := h.service.List(ctx, enumname.Of(r.Status), paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	n, cents, err := h.service.Totals(ctx)
	if err != nil {
		return nil, err
	}
	out := &pb.ListDonationsResponse{NextPageToken: next, SucceededCount: int32(n), SucceededAmount: dollars(cents)}
	for _, d := range donations {
		out.Donations = append(out.Donations, toProto(d))
	}
	return out, nil
}

// dollars returns the number nearest to an amount in cents.
func dollars(cents int64) float64 { return float64(cents) / 100 }

func toProto(d *ent.Donation) *pb.Donation {
	out := &pb.Donation{
		Id: d.ID.String(), Amount: dollars(d.Amount), RefundedAmount: dollars(d.Refunded), Currency: d.Currency,
		Status: enumname.Enum[pb.DonationStatus](d.Status), Email: d.Email, CreatedAt: timestamppb.New(d.CreatedAt),
	}
	if d.Edges.Donor != nil {
		out.Donor = usersummary.ToProto(d.Edges.Donor)
	}
	if d.PaymentIntent != nil {
		out.PaymentIntent = *d.PaymentIntent
	}
	if d.SucceededAt != nil {
		out.SucceededAt = timestamppb.New(*d.SucceededAt)
	}
	return out
}

// maxEventBytes is larger than any of Stripe's events.
const maxEventBytes = 256 << 10

// HandleEvent is POST /api/stripe/webhook, which Stripe calls.
func (h *Handler) HandleEvent(w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if err := h.service.Receive(r.Context(), body, r.Header.Get("Stripe-Signature")); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"received":true}`+"\n") // fails only if Stripe has disconnected
	return nil
}
