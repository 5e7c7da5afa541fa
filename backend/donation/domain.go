package donation

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/donation"
	"uvboard/ent/stripeevent"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what donations contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "donation",
		Services: []server.Service{
			server.Mount[uvboardv1connect.DonationServiceHandler](uvboardv1connect.NewDonationServiceHandler, h)},
		Routes: []server.Route{{
			Method: http.MethodPost, Path: "/api/stripe/webhook",
			Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitRead}, Handle: h.HandleEvent, MaxBody: maxEventBytes,
		}},
		Cached: []string{"/pricing", "/api/donations/settings",
			uvboardv1connect.DonationServiceGetDonationSettingsProcedure},
		Pages: h.pages(),
		Jobs:  []jobs.Job{{Name: "remove unpaid donations", Every: 24 * time.Hour, Run: s.clean}},
		Mails: []mail.Message{s.thanksMessage("Hi ada", 1999, "ada@example.org"),
			s.thanksMessage("Hi ada", 1999, "")},
		Exports: []domain.Export{{Name: "donations.json", About: "your donations", Of: "donations.user_id",
			Write: s.export}},
		Checks: []domain.Check{
			stats.Check(counterDonations, "SELECT COUNT(*) FROM donations WHERE status = 'succeeded'"),
			stats.Check(counterCents,
				"SELECT COALESCE(SUM(amount - refunded), 0) FROM donations WHERE status = 'succeeded'"),
		},
		Counted:      []string{donation.Table, "counters"},
		ErasePrivate: s.forget,
		Owns:         user.HasDonations(),
	}
}

// stripeSources are the sources that Stripe's script needs, from
// https://docs.stripe.com/security/guide#content-security-policy.
var stripeSources = map[string]string{
	"connect-src": "https://api.stripe.com",
	"frame-src":   "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
	"script-src":  "https://js.stripe.com https://*.js.stripe.com",
}

// pages returns the page for donations. If donations are on, it is the only page that allows Stripe's script.
func (h *Handler) pages() web.Pages {
	pricing := web.Route{
		Path: "/pricing", Title: "Pricing", Description: "What it costs and how to support it.",
		Modules: []string{"src/features/donation/PricingPage.tsx"},
	}
	if h.service.PublishableKey() != "" {
		pricing.Sources = stripeSources
	}
	return web.Pages{
		Routes: []web.Route{pricing},
		First: map[string]func(web.Request) []web.Call{"/pricing": func(web.Request) []web.Call {
			return []web.Call{web.Ask(h.GetDonationSettings, &pb.GetDonationSettingsRequest{})}
		}},
	}
}

const batch = 200

// forget removes a deleted user from donations. The donations stay, for bookkeeping.
func (s *Service) forget(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	ids, err := s.db.Client().Donation.Query().Where(donation.UserID(userID)).Order(donation.ByID()).Limit(batch).
		IDs(ctx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		return tx.Donation.Update().Where(donation.IDIn(ids...)).ClearUserID().SetEmail("").Exec(ctx)
	})
	if err != nil {
		return false, fmt.Errorf("forget donor: %w", err)
	}
	return true, nil
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "donations.json", func(after uuid.UUID) ([]*ent.Donation, error) {
		return s.db.Client().Donation.Query().Where(donation.UserID(u.ID), donation.IDGT(after)).Order(donation.ByID()).
			Limit(archive.PageSize).All(ctx)
	}, func(d *ent.Donation) (uuid.UUID, any) { return d.ID, json.RawMessage(rest.JSON(toProto(d))) })
}

// keepPeriod is how long unpaid donations and the ids of events are kept. If such a donation is paid later, its event
// stores it again.
const keepPeriod = 30 * 24 * time.Hour

// clean deletes what is older than keepPeriod.
func (s *Service) clean(ctx context.Context) error {
	before := s.now().Add(-keepPeriod)
	for _, status := range []string{pending, failed, canceled} {
		err := s.deleteAll(ctx, func(ctx context.Context, tx *ent.Client) (int, error) {
			ids, err := tx.Donation.Query().Where(donation.Status(status), donation.CreatedAtLT(before)).
				Order(donation.ByID()).Limit(batch).IDs(ctx)
			if err != nil || len(ids) == 0 {
				return 0, err
			}
			return tx.Donation.Delete().Where(donation.IDIn(ids...), donation.Status(status)).Exec(ctx)
		})
		if err != nil {
			return fmt.Errorf("delete %s donations: %w", status, err)
		}
	}
	err := s.deleteAll(ctx, func(ctx context.Context, tx *ent.Client) (int, error) {
		ids, err := tx.StripeEvent.Query().Where(stripeevent.HappenedAtLT(before)).Order(stripeevent.ByHappenedAt()).
			Limit(batch).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		return tx.StripeEvent.Delete().Where(stripeevent.IDIn(ids...)).Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("delete events of Stripe: %w", err)
	}
	return nil
}

// deleteAll calls remove in transactions until it deletes less than a batch.
func (s *Service) deleteAll(ctx context.Context, remove func(context.Context, *ent.Client) (int, error)) error {
	for n := batch; n == batch; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
			n, err = remove(ctx, tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
