package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	"uvboard/ent/webhook"
	"uvboard/ent/webhookdelivery"
)

const (
	causeJob   = "call webhooks"
	deliverJob = "deliver webhooks"
	forgetJob  = "forget webhook bodies"
	removeJob  = "delete webhooks"

	parallel    = 16               // calls at a time
	votesEvery  = 30 * time.Second // between calls about the votes of a project
	tryFor      = 24 * time.Hour
	firstWait   = time.Minute // doubles with every attempt
	maxWait     = time.Hour
	maxAnswer   = 4 << 10 // bytes of an answer that are stored
	keepFor     = 30 * 24 * time.Hour
	batchSize   = 200
	gracePeriod = 24 * time.Hour // of an old secret
)

// States of a delivery.
const (
	waiting   = "waiting"
	delivered = "delivered"
	failed    = "failed"
)

const (
	removed   = "project.removed"
	voted     = "project.voted"
	followed  = "follower.added"
	moderated = "moderation.decided"
)

// published are the events about new items, by type.
var published = map[string]string{
	"project": "project.published", "project_update": "update.published", "forum_thread": "thread.published", "forum_post": "reply.published",
	"blog_post": "story.published", "blog_comment": "comment.published",
}

// nameOf returns what webhooks are called for at an event, "" for nothing.
func nameOf(e event.Event) string {
	switch isProject := e.Item.Type == "project"; {
	case e.Kind == event.Published:
		return published[e.Item.Type]
	case e.Kind == event.Followed:
		return followed
	case e.Kind == event.Decided:
		return moderated
	case isProject && e.Kind == event.Edited:
		return "project.edited"
	case isProject && e.Kind == event.Voted:
		return voted
	case isProject && (e.Kind == event.Hidden || e.Kind == event.Deleted):
		return removed
	}
	return ""
}

// cause is the payload of a task: an event. That of votes has no time, so that several events are one task.
type cause struct {
	Event  string       `json:"e"`
	Item   event.Item   `json:"i"`
	Of     []event.Item `json:"o,omitempty"` // what the item belongs to
	Actor  uuid.UUID    `json:"a,omitzero"`
	To     []uuid.UUID  `json:"t,omitempty"` // owners, if the item may be gone
	Detail string       `json:"d,omitempty"`
	ID     uuid.UUID    `json:"n,omitzero"`
}

// hear stores a task for an event, in its transaction.
func (s *Service) hear(ctx context.Context, tx *ent.Client, e event.Event) error {
	now := s.now()
	if e.Kind == event.Reclaimed {
		return s.removeOf(ctx, tx, e.Item.ID)
	}
	if e.Kind == event.Hidden || e.Kind == event.Deleted {
		told, err := tx.WebhookDelivery.Query().Where(webhookdelivery.ItemID(e.Item.ID)).Exist(ctx)
		if err != nil {
			return fmt.Errorf("deliveries about an item: %w", err)
		}
		if told {
			if err := jobs.Enqueue(ctx, tx, forgetJob, e.Item.ID, now, now); err != nil {
				return err
			}
		}
	}
	name := nameOf(e)
	if name == "" {
		return nil
	}
	if any, err := tx.Webhook.Query().Where(webhook.State(on)).Order(webhook.ByUserID()).Limit(1).IDs(ctx); err != nil || len(any) == 0 {
		return err
	}
	c, at := cause{Event: name, Item: e.Item}, now
	switch name {
	case voted:
		at = now.Add(votesEvery)
	case removed:
		c.ID = store.NewID(now)
		targets, err := s.items[e.Item.Type].Targets(ctx, tx, []uuid.UUID{e.Item.ID})
		if err != nil {
			return err
		}
		for _, t := range targets {
			if t.Owner != nil {
				c.To = append(c.To, t.Owner.ID)
			}
		}
	default:
		c.ID, c.Actor, c.To, c.Detail = store.NewID(now), e.Actor, e.To, e.Detail
		for _, item := range append([]event.Item{e.Parent}, e.In...) {
			if item.ID != uuid.Nil && !slices.Contains(c.Of, item) {
				c.Of = append(c.Of, item)
			}
		}
	}
	return jobs.Enqueue(ctx, tx, causeJob, c, now, at)
}

// message is the body of a call.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      data      `json:"data"`
}

type data struct {
	Item     item      `json:"item"`
	Parent   *item     `json:"parent,omitempty"`
	Author   *person   `json:"author,omitempty"`
	Follower *person   `json:"follower,omitempty"`
	Votes    *tally    `json:"votes,omitempty"`
	Action   string    `json:"action,omitempty"`
	owners   owners    // who has this as an own item
	named    uuid.UUID // the user whose name is in it
	public   bool      // only as long as the item is
}

type item struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Title   string `json:"title,omitempty"`
	Excerpt string `json:"excerpt,omitempty"`
	URL     string `json:"url,omitempty"`
}

type person struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	URL      string `json:"url"`
}

type tally struct {
	Up   int `json:"upvotes"`
	Down int `json:"downvotes"`
}

type owners []uuid.UUID

func (o *owners) add(id uuid.UUID) {
	if id != uuid.Nil && !slices.Contains(*o, id) {
		*o = append(*o, id)
	}
}

func (s *Service) person(u *ent.User) *person {
	return &person{u.ID.String(), u.Username, s.origin + "/profile/" + u.Username}
}

// shown returns an item that everybody sees and its owner, nil if it is not visible.
func (s *Service) shown(ctx context.Context, of event.Item) (*item, *ent.User, error) {
	kind, ok := s.items[of.Type]
	if !ok {
		return nil, nil, nil
	}
	targets, err := kind.VisibleTargets(ctx, s.db.Client(), s.db.Dialect, []uuid.UUID{of.ID})
	if err != nil || len(targets) == 0 {
		return nil, nil, err
	}
	t := targets[0]
	return &item{of.Type, t.ID.String(), t.Title, t.Text, s.origin + t.Path}, t.Owner, nil
}

// tell returns what is told of a cause, nil for nothing.
func (s *Service) tell(ctx context.Context, c cause) (*data, error) {
	d := &data{Item: item{Type: c.Item.Type}, Action: c.Detail}
	if c.Item.ID != uuid.Nil {
		d.Item.ID = c.Item.ID.String()
	}
	for _, id := range c.To {
		d.owners.add(id)
	}
	if c.Event == removed || c.Event == moderated {
		return d, nil
	}
	is, owner, err := s.shown(ctx, c.Item)
	if is == nil || err != nil {
		return nil, err
	}
	d.Item, d.public = *is, true
	if owner != nil {
		d.owners.add(owner.ID)
		if c.Event != voted && c.Event != followed {
			d.Author, d.named = s.person(owner), owner.ID
		}
	}
	for i, of := range c.Of {
		parent, owner, err := s.shown(ctx, of)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			d.Parent = parent
		}
		if owner != nil {
			d.owners.add(owner.ID)
		}
		if of.Type == "forum_channel" {
			channel, err := s.db.Client().ForumChannel.Query().Where(forumchannel.ID(of.ID)).WithProject().Only(ctx)
			if err != nil && !ent.IsNotFound(err) {
				return nil, err
			}
			if channel != nil && channel.Edges.Project != nil {
				d.owners.add(channel.Edges.Project.UserID)
			}
		}
	}
	switch c.Event {
	case voted:
		p, err := s.db.Client().Project.Get(ctx, c.Item.ID)
		if err != nil {
			return nil, err
		}
		d.Votes = &tally{p.Upvotes, p.Downvotes}
	case followed:
		u, err := s.db.Client().User.Query().Where(user.ID(c.Actor), user.DeletedAtIsNil()).Only(ctx)
		if ent.IsNotFound(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		d.Follower, d.named = s.person(u), u.ID
	}
	return d, nil
}

// call stores the deliveries of an event. It may run again: each webhook is told once of an event.
func (s *Service) call(ctx context.Context, t jobs.Task) error {
	var c cause
	if err := t.Read(&c); err != nil {
		return err
	}
	if c.ID == uuid.Nil { // again after each of several events
		c.ID = uuid.NewSHA1(t.ID, []byte(t.CreatedAt.UTC().Format(time.RFC3339Nano)))
	}
	told, err := s.tell(ctx, c)
	if err != nil || told == nil {
		return err
	}
	query := s.db.Client().Webhook.Query()
	hooks, err := query.Clone().Where(webhook.Scope(scopeBoard), webhook.State(on), webhook.HasUserWith(user.IsAdmin(true), user.DeletedAtIsNil())).All(ctx)
	if err == nil && len(told.owners) > 0 {
		var own []*ent.Webhook
		own, err = query.Where(webhook.UserIDIn(told.owners...), webhook.State(on), webhook.Scope(scopeOwn)).All(ctx)
		hooks = append(hooks, own...)
	}
	if err != nil {
		return fmt.Errorf("webhooks to call: %w", err)
	}
	slices.SortFunc(hooks, func(a, b *ent.Webhook) int { return bytes.Compare(a.ID[:], b.ID[:]) }) // locked in this order
	hooks = slices.DeleteFunc(hooks, func(w *ent.Webhook) bool { return !slices.Contains(w.Events, c.Event) })
	if len(hooks) == 0 {
		return nil
	}
	body, err := json.Marshal(message{c.Event, t.CreatedAt.UTC(), *told})
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := s.now()
		for _, w := range hooks {
			had, err := tx.WebhookDelivery.Query().Where(webhookdelivery.WebhookID(w.ID), webhookdelivery.Source(c.ID)).Exist(ctx)
			if err != nil {
				return err
			}
			still, err := tx.Webhook.Query().Where(webhook.ID(w.ID), webhook.State(on), s.db.ForUpdate).Exist(ctx)
			if err != nil {
				return err
			}
			if had || !still {
				continue
			}
			create := tx.WebhookDelivery.Create().SetID(store.NewID(now)).SetWebhookID(w.ID).SetSource(c.ID).SetEvent(c.Event).SetItemType("").
				SetItemID(c.Item.ID).SetBody(string(body)).SetState(waiting).SetCreatedAt(now).SetNextAt(now)
			if told.public {
				create.SetItemType(c.Item.Type)
			}
			if told.named != uuid.Nil {
				create.SetPerson(told.named)
			}
			made, err := create.Save(ctx)
			if err != nil {
				return err
			}
			if err := enqueue(ctx, tx, w, attempt{Delivery: made.ID, Since: now}, now, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// attempt is the payload of a task: an attempt of a delivery.
type attempt struct {
	Delivery uuid.UUID `json:"d"`
	N        int       `json:"n"` // earlier attempts
	Since    time.Time `json:"s"` // of the first one
	Manual   bool      `json:"m,omitempty"`
}

// enqueue stores an attempt. Each webhook of the board counts as an owner: admins add them, and none delays the others.
func enqueue(ctx context.Context, tx *ent.Client, w *ent.Webhook, a attempt, now, at time.Time) error {
	owner := w.UserID
	if w.Scope == scopeBoard {
		owner = w.ID
	}
	return jobs.EnqueueFor(ctx, tx, deliverJob, owner, a, now, at)
}

// result is the outcome of an attempt.
type result struct {
	status  int
	answer  string
	failure string // empty for success
	tried   bool   // false if the receiver was not called
	final   bool   // not tried again
}

// deliver makes an attempt of a delivery, and stores the next one if it fails. After a kill it runs again.
func (s *Service) deliver(ctx context.Context, t jobs.Task) error {
	var a attempt
	if err := t.Read(&a); err != nil {
		return err
	}
	d, err := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.ID(a.Delivery)).WithWebhook().Only(ctx)
	if ent.IsNotFound(err) || err == nil && d.State != waiting {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := s.try(ctx, d, a)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error { return s.save(ctx, tx, d, a, r) })
}

// try calls the receiver.
func (s *Service) try(ctx context.Context, d *ent.WebhookDelivery, a attempt) (result, error) {
	w, now := d.Edges.Webhook, s.now()
	if w.State != on {
		return result{failure: "The webhook is off.", final: true}, nil
	}
	if d.ItemType != "" {
		visible, _, err := s.shown(ctx, event.Item{Type: d.ItemType, ID: d.ItemID})
		if err != nil {
			return result{}, err
		}
		if visible == nil {
			d.Body = ""
		}
	}
	if d.Body == "" {
		return result{failure: "What it tells is not public any more.", final: true}, nil
	}
	// A receiver that does not answer takes one call a minute, so that others need not wait for it.
	if !a.Manual && w.FailedAt != nil && now.Sub(*w.FailedAt) < firstWait {
		return result{failure: "The receiver failed a moment ago."}, nil
	}
	signatures := make([]string, 0, 2)
	for _, secret := range []string{w.Secret, w.PreviousSecret} {
		if secret == "" || secret == w.PreviousSecret && now.Sub(*w.RotatedAt) > gracePeriod {
			continue
		}
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return result{}, err
		}
		signature, err := signer.Sign(d.ID.String(), now, []byte(d.Body))
		if err != nil {
			return result{}, err
		}
		signatures = append(signatures, signature)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader([]byte(d.Body)))
	if err != nil {
		return result{failure: "The address cannot be read.", tried: true}, nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(standardwebhooks.HeaderWebhookID, d.ID.String())
	request.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	request.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	response, err := s.http.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return result{}, ctx.Err()
		}
		return result{failure: jobs.Short(fetch.Explain(err)), tried: true}, nil
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil && ctx.Err() != nil {
		return result{}, errors.Join(err, ctx.Err())
	}
	r := result{status: response.StatusCode, answer: store.Clean(strings.ToValidUTF8(string(answer), "\uFFFD")), tried: true}
	if r.status < 200 || r.status > 299 {
		r.failure, r.final = "The receiver answered "+response.Status+".", r.status == http.StatusGone
	}
	return r, nil
}

// save stores the outcome of an attempt, and the next one.
func (s *Service) save(ctx context.Context, tx *ent.Client, d *ent.WebhookDelivery, a attempt, r result) error {
	w, err := tx.Webhook.Query().Where(webhook.ID(d.WebhookID), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) || err == nil && w.State == deleted {
		return nil
	}
	if err != nil {
		return err
	}
	now := s.now()
	row := tx.WebhookDelivery.Update().Where(webhookdelivery.ID(d.ID)).SetFailure(r.failure)
	if d.Body == "" {
		row.SetBody("")
	}
	if r.tried {
		row.AddAttempts(1).SetStatus(r.status).SetAnswer(r.answer).SetAttemptedAt(now)
		if err := s.judge(ctx, tx, w, r, now); err != nil {
			return err
		}
	}
	next := now.Add(min(firstWait<<min(a.N, 10), maxWait))
	switch {
	case r.failure == "":
		row.SetState(delivered).ClearNextAt()
	case r.final || next.Sub(a.Since) > tryFor:
		row.SetState(failed).ClearNextAt()
	default:
		row.SetNextAt(next)
		if err := enqueue(ctx, tx, w, attempt{Delivery: d.ID, N: a.N + 1, Since: a.Since}, now, next); err != nil {
			return err
		}
	}
	return row.Exec(ctx)
}

// judge turns a locked webhook off if its receiver is gone, or has failed for a day.
func (s *Service) judge(ctx context.Context, tx *ent.Client, w *ent.Webhook, r result, now time.Time) error {
	update := tx.Webhook.UpdateOne(w)
	switch {
	case r.failure == "" && w.FailingSince == nil:
		return nil
	case r.failure == "":
		update.ClearFailingSince().ClearFailedAt()
	case r.status == http.StatusGone:
		update.SetState(gone).SetFailedAt(now)
	case w.FailingSince == nil:
		update.SetFailingSince(now).SetFailedAt(now)
	default:
		update.SetFailedAt(now)
		if now.Sub(*w.FailingSince) >= tryFor-maxWait { // the last attempt of a day
			update.SetState(failing)
		}
	}
	return update.Exec(ctx)
}

// forget removes the bodies about an item that has been hidden or deleted, in steps.
func (s *Service) forget(ctx context.Context, t jobs.Task) error {
	var id uuid.UUID
	if err := t.Read(&id); err != nil {
		return err
	}
	_, err := s.clear(ctx, 0, webhookdelivery.ItemID(id), webhookdelivery.ItemTypeNEQ(""))
	return err
}

// clear removes the bodies and answers of deliveries, in that many steps, or in all if steps is 0.
func (s *Service) clear(ctx context.Context, steps int, where ...predicate.WebhookDelivery) (more bool, err error) {
	where = append(where, webhookdelivery.BodyNEQ(""))
	for n := 1; ; n++ {
		ids, err := s.db.Client().WebhookDelivery.Query().Where(where...).Limit(batchSize).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return false, err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			return tx.WebhookDelivery.Update().Where(webhookdelivery.IDIn(ids...)).SetBody("").SetAnswer("").ClearPerson().Exec(ctx)
		})
		if err != nil || n == steps {
			return true, err
		}
	}
}

// deleteOld deletes deliveries that are older than 30 days, in steps.
func (s *Service) deleteOld(ctx context.Context) error {
	before := store.IDAt(s.now().Add(-keepFor), uuid.Nil)
	for more := true; more; {
		ids, err := s.db.Client().WebhookDelivery.Query().Where(webhookdelivery.IDLT(before)).Order(webhookdelivery.ByID()).Limit(batchSize).IDs(ctx)
		if more = len(ids) == batchSize; err != nil || len(ids) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.WebhookDelivery.Delete().Where(webhookdelivery.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old deliveries: %w", err)
		}
	}
	return nil
}
