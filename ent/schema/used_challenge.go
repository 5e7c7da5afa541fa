package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"uvboard/ent/schema/mixin"
)

// UsedChallenge is a challenge that a passkey or a proof of work has answered, kept until it expires, so that the
// answer works once.
type UsedChallenge struct{ ent.Schema }

// Mixin of UsedChallenge. The id is that of the challenge.
func (UsedChallenge) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (UsedChallenge) Fields() []ent.Field {
	return []ent.Field{field.Time("expires_at").Immutable()}
}

func (UsedChallenge) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }
