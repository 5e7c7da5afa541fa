// Package mixin has the fields that most entities share.
package mixin

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	entmixin "entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"uvboard/backend/platform/address"
)

// ID adds a UUIDv7, so that ids sort by time.
type ID struct{ entmixin.Schema }

func (ID) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(func() uuid.UUID { return uuid.Must(uuid.NewV7()) }).Immutable(),
	}
}

// Times adds the times of creation and of the last change.
type Times struct{ entmixin.Schema }

// Fields of the mixin. Services set both, from their clock.
func (Times) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Via adds what wrote an item, or changed its text, for the author. auth.Caller.ViaOf says it.
type Via struct{ entmixin.Schema }

func (Via) Fields() []ent.Field {
	return []ent.Field{
		field.String("via").Default("").
			Comment("the connected app that wrote it for the author, or API for an access token; empty for a session"),
	}
}

// Short adds the short form of the id, which the item's page has in its address, see package address.
type Short struct{ entmixin.Schema }

func (Short) Fields() []ent.Field {
	return []ent.Field{
		field.String("short").Unique().Immutable().DefaultFunc(address.NewShort).
			Comment("10 characters of lower-case Crockford base32; the last 12 digits of the id for an older row"),
	}
}
