package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"

	"uvboard/ent/schema/mixin"
)

// SetupToken is the token of a setup link, with which the first admin's account is made.
type SetupToken struct{ ent.Schema }

func (SetupToken) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of SetupToken. The token itself is not stored.
func (SetupToken) Fields() []ent.Field {
	return []ent.Field{
		field.String("token_hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token, hex"),
		field.Time("expires_at").Immutable(),
	}
}
