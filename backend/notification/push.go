package notification

import (
	"cmp"
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/notification"
	"uvboard/ent/pushsubscription"
	"uvboard/ent/user"
)

const (
	pushJob     = "push"
	browserJob  = "push to browsers"
	pushPurpose = "push"
	pushAtOnce  = 16            // browsers at a time
	pushLife    = 4 * time.Hour // after which a message is of no use
	maxBrowsers = 20            // of a user
)

// pushKeys returns the board's VAPID keys, made at their first use. The private key is the board's secret: 32 random
// bytes are a key of P-256 but once in 2³² cases.
func (s *Service) pushKeys(ctx context.Context) (public, private string, err error) {
	secret, err := signing.Existing(ctx, s.db.Client(), pushPurpose)
	if err == nil && secret == nil {
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			secret, err = signing.Secret(ctx, tx, pushPurpose)
			return err
		})
	}
	if err != nil {
		return "", "", err
	}
	key, err := ecdh.P256().NewPrivateKey(secret)
	if err != nil {
		return "", "", fmt.Errorf("the board's key for push notifications: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(secret),
		nil
}

// Browser is a browser's PushSubscription.
type Browser struct{ Endpoint, P256dh, Auth string }

// BeginPush sends push notifications to a browser, until the caller's session ends, and returns the id of the
// subscription. The oldest of 20 others ends. Faults: invalid keys or address; unauthenticated if the session has
// ended.
func (s *Service) BeginPush(ctx context.Context, caller *auth.Caller, b Browser) (id uuid.UUID, err error) {
	if raw, err := base64.RawURLEncoding.DecodeString(b.P256dh); err == nil {
		if _, err := ecdh.P256().NewPublicKey(raw); err != nil {
			return uuid.Nil, fault.Invalid("keys", "This is not the subscription of a browser")
		}
	}
	if s.check(b.Endpoint) != nil {
		return uuid.Nil, fault.Invalid("endpoint", "This is not the subscription of a browser")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		userID := caller.UserID
		exists, err := tx.User.Query().Where(user.ID(userID), user.DeletedAtIsNil(), s.db.ForUpdate).Exist(ctx)
		if err != nil || !exists {
			return err
		}
		if err := caller.CheckSession(ctx, tx); err != nil {
			return err
		}
		row, err := tx.PushSubscription.Query().Where(pushsubscription.Endpoint(b.Endpoint)).Only(ctx)
		if err == nil {
			id = row.ID
			return tx.PushSubscription.UpdateOne(row).SetUserID(userID).SetSessionID(caller.SessionID).
				SetP256dh(b.P256dh).SetAuth(b.Auth).Exec(ctx)
		}
		if !ent.IsNotFound(err) {
			return err
		}
		old, err := tx.PushSubscription.Query().Where(pushsubscription.UserID(userID)).
			Order(pushsubscription.ByID(newestFirst)).Offset(maxBrowsers - 1).Limit(maxBrowsers).IDs(ctx)
		if err != nil {
			return err
		}
		if len(old) > 0 {
			if _, err := tx.PushSubscription.Delete().Where(pushsubscription.IDIn(old...)).Exec(ctx); err != nil {
				return err
			}
		}
		id = store.NewID(s.now())
		return tx.PushSubscription.Create().SetID(id).SetUserID(userID).SetSessionID(caller.SessionID).
			SetEndpoint(b.Endpoint).SetP256dh(b.P256dh).SetAuth(b.Auth).SetCreatedAt(s.now()).Exec(ctx)
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("subscribe a browser: %w", err)
	}
	return id, nil
}

// EndPush ends push notifications to a browser of the user. Fault: not found, also for another user's.
func (s *Service) EndPush(ctx context.Context, userID, id uuid.UUID) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.PushSubscription.Delete().Where(pushsubscription.ID(id), pushsubscription.UserID(userID)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("unsubscribe a browser: %w", err)
		}
		if n == 0 {
			return fault.NotFound("PUSH_SUBSCRIPTION_NOT_FOUND", "Push subscription not found")
		}
		return nil
	})
}

// subscribers returns those of the users who have a browser that gets push notifications.
func (s *Service) subscribers(ctx context.Context, client *ent.Client, users []uuid.UUID) (map[uuid.UUID]bool, error) {
	var ids []uuid.UUID
	if err := client.PushSubscription.Query().Where(pushsubscription.UserIDIn(users...)).
		Select(pushsubscription.FieldUserID).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("push subscriptions: %w", err)
	}
	are := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		are[id] = true
	}
	return are, nil
}

// pushMessage is what the service worker shows. A message of the same group replaces an earlier one.
type pushMessage struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"`
}

// toBrowser is the payload of a task: a notification for a browser.
type toBrowser struct {
	Notification uuid.UUID `json:"n"`
	Browser      uuid.UUID `json:"b"`
}

// push stores a task for each browser of a notification's user. So a browser that cannot be reached delays no other
// one, and gets the notification again alone.
func (s *Service) push(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := tx.Notification.Query().Where(notification.ID(id), notification.IsRead(false)).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("notification to push: %w", err)
		}
		browsers, err := tx.PushSubscription.Query().Where(pushsubscription.UserID(row.UserID)).
			Order(pushsubscription.ByID(newestFirst)).Limit(maxBrowsers).IDs(ctx)
		if err != nil {
			return err
		}
		for _, b := range browsers {
			now := s.now()
			if err := jobs.EnqueueFor(ctx, tx, browserJob, row.UserID, toBrowser{id, b}, now, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// pushToBrowser sends an unread notification to a browser.
func (s *Service) pushToBrowser(ctx context.Context, t jobs.Task) error {
	var to toBrowser
	if err := t.Read(&to); err != nil {
		return err
	}
	client := s.db.Client()
	row, err := client.Notification.Query().Where(notification.ID(to.Notification), notification.IsRead(false),
		notification.HasUserWith(user.DeletedAtIsNil())).WithActor().Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("notification to push: %w", err)
	}
	entries, err := s.withTargets(ctx, client, []*ent.Notification{row})
	if err != nil || len(entries) == 0 { // hidden by now
		return err
	}
	browser, err := client.PushSubscription.Query().
		Where(pushsubscription.ID(to.Browser), pushsubscription.UserID(row.UserID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := json.Marshal(pushMessage{Title: s.board.Name(), Body: s.line(entries[0]), URL: "/notifications",
		Tag: row.GroupID.String()})
	if err != nil {
		return err
	}
	public, private, err := s.pushKeys(ctx)
	if err != nil {
		return err
	}
	return s.pushTo(ctx, browser, message, &webpush.Options{
		HTTPClient: s.outbound, Subscriber: cmp.Or(s.contact(), s.board.Origin), // whom a push service asks
		TTL: int(pushLife / time.Second), VAPIDPublicKey: public, VAPIDPrivateKey: private,
		VapidExpiration: s.now().Add(pushLife),
	})
}

// pushTo sends a message to a browser. It forgets the browser if its subscription has ended.
func (s *Service) pushTo(ctx context.Context, b *ent.PushSubscription, message []byte, options *webpush.Options) error {
	to := &webpush.Subscription{Endpoint: b.Endpoint, Keys: webpush.Keys{P256dh: b.P256dh, Auth: b.Auth}}
	response, err := webpush.SendNotificationWithContext(ctx, message, to, options)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	_ = response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusGone:
		return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.PushSubscription.Delete().Where(pushsubscription.ID(b.ID)).Exec(ctx)
			return err
		})
	case response.StatusCode >= 300:
		return fmt.Errorf("push: the browser's push service says %s", response.Status)
	}
	return nil
}
