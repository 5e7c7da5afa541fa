package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// IdempotencyKey is a key that a caller has sent with a call that creates something, and the answer. It is kept for a
// day.
type IdempotencyKey struct{ ent.Schema }

// Mixin of IdempotencyKey. The id is a hash of the caller and the key.
func (IdempotencyKey) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (IdempotencyKey) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("caller", uuid.UUID{}).Immutable().Comment("a hash of the caller, to count the keys of each"),
		field.Bytes("request_hash").Immutable(),
		field.Bytes("answer").Optional().Comment("encrypted with the key; empty while the call runs"),
		field.Time("created_at").Immutable(),
	}
}

func (IdempotencyKey) Indexes() []ent.Index {
	return []ent.Index{index.Fields("caller"), index.Fields("created_at")}
}
