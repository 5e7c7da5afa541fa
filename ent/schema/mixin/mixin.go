// Package mixin holds the fields that most entities share.
package mixin

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	entmixin "entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// ID gives an entity a UUIDv7, so that ids sort by the time they were made.
type ID struct{ entmixin.Schema }

// Fields of the mixin.
func (ID) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(func() uuid.UUID { return uuid.Must(uuid.NewV7()) }).Immutable(),
	}
}

// Times gives an entity the time it was made and last changed.
type Times struct{ entmixin.Schema }

// Fields of the mixin. The service says both: the clock is passed in, never read here.
func (Times) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}
