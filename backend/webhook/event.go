package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
	"uvboard/ent/webhook"
	"uvboard/ent/webhookdelivery"
)

// nameOf returns what webhooks are called for at an event, "" for nothing.
func (s *Service) nameOf(e event.Event) string {
	switch e.Kind {
	case event.Followed:
		return "follower.added"
	case event.Decided:
		return "moderation.decided"
	}
	of := s.items[e.Item.Type]
	for _, in := range e.In {
		if name := of.WebhooksIn[in.Type][e.Kind]; name != "" {
			return name
		}
	}
	return of.Webhooks[e.Kind]
}

// onEvent stores a task for an event, in its transaction.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
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
	if s.nameOf(e) == "" {
		return nil
	}
	if any, err := tx.Webhook.Query().Where(webhook.State(on)).Order(webhook.ByUserID()).Limit(1).
		IDs(ctx); err != nil || len(any) == 0 {
		return err
	}
	c, at := event.Task{Event: e, ID: store.NewID(now)}, now
	switch e.Kind {
	case event.Voted: // several of an item are one task
		c, at = event.Task{Event: event.Event{Kind: e.Kind, Item: e.Item}}, now.Add(votesEvery)
	case event.Hidden, event.Deleted: // the item may be gone soon, so the task has its owners
		c.Event = event.Event{Kind: e.Kind, Item: e.Item}
		targets, err := s.items[e.Item.Type].Targets(ctx, tx, []uuid.UUID{e.Item.ID})
		if err != nil {
			return err
		}
		for _, t := range targets {
			if t.Owner != nil {
				c.To = append(c.To, t.Owner.ID)
			}
		}
	}
	return jobs.Enqueue(ctx, tx, eventJob, c, now, at)
}

// call stores the deliveries of an event.
func (s *Service) call(ctx context.Context, t jobs.Task) error {
	var c event.Task
	if err := t.Read(&c); err != nil {
		return err
	}
	return s.callAll(ctx, t, s.nameOf(c.Event), c)
}

// callFormer is call for a task of a version until November 2026.
func (s *Service) callFormer(ctx context.Context, t jobs.Task) error {
	var c struct {
		event.Task
		Name string       `json:"e"`
		In   []event.Item `json:"o"`
		ID   uuid.UUID    `json:"n"`
	}
	if err := t.Read(&c); err != nil {
		return err
	}
	c.Task.In, c.Task.ID = c.In, c.ID
	_, verb, _ := strings.Cut(c.Name, ".")
	c.Kind = map[string]event.Kind{
		"removed": event.Deleted, "voted": event.Voted, "added": event.Followed, "decided": event.Decided,
	}[verb]
	return s.callAll(ctx, t, c.Name, c.Task)
}

// callAll stores the deliveries of an event of this name. It may run again: each webhook is told once of an event.
func (s *Service) callAll(ctx context.Context, t jobs.Task, name string, c event.Task) error {
	if c.ID == uuid.Nil { // again after each of several events
		c.ID = uuid.NewSHA1(t.ID, []byte(t.CreatedAt.UTC().Format(time.RFC3339Nano)))
	}
	told, err := s.describe(ctx, c.Event)
	if err != nil || told == nil {
		return err
	}
	query := s.db.Client().Webhook.Query()
	hooks, err := query.Clone().Where(webhook.Scope(scopeBoard), webhook.State(on),
		webhook.HasUserWith(auth.Admins, user.DeletedAtIsNil())).All(ctx)
	if err == nil && len(told.owners) > 0 {
		var own []*ent.Webhook
		own, err = query.Where(webhook.UserIDIn(told.owners...), webhook.State(on), webhook.Scope(scopeOwn)).All(ctx)
		hooks = append(hooks, own...)
	}
	if err != nil {
		return fmt.Errorf("webhooks to call: %w", err)
	}
	// locked in this order
	slices.SortFunc(hooks, func(a, b *ent.Webhook) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	hooks = slices.DeleteFunc(hooks, func(w *ent.Webhook) bool { return !slices.Contains(w.Events, name) })
	if len(hooks) == 0 {
		return nil
	}
	body, err := json.Marshal(message{name, t.CreatedAt.UTC(), *told})
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := s.now()
		for _, w := range hooks {
			had, err := tx.WebhookDelivery.Query().Where(webhookdelivery.WebhookID(w.ID), webhookdelivery.Source(c.ID)).
				Exist(ctx)
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
			create := tx.WebhookDelivery.Create().SetID(store.NewID(now)).SetWebhookID(w.ID).SetSource(c.ID).
				SetEvent(name).SetItemType("").
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
