package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// RateBucket counts calls of a client or a user against a rate limit that servers share. Only PostgreSQL has rows.
type RateBucket struct{ ent.Schema }

// Fields of RateBucket.
func (RateBucket) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("SHA-256 of the limit and whom it counts, hex"),
		field.Time("full_at").Comment("when nothing counts any more"),
	}
}

// Indexes of RateBucket.
func (RateBucket) Indexes() []ent.Index { return []ent.Index{index.Fields("full_at")} }
