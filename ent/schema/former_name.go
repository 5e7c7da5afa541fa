package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"uvboard/ent/schema/mixin"
)

// FormerName is the username of a deleted account. For a year only its owner may register it again, since old texts
// mention it.
type FormerName struct{ ent.Schema }

func (FormerName) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of FormerName. The email address itself is not stored.
func (FormerName) Fields() []ent.Field {
	return []ent.Field{
		field.String("username_key").Unique().Immutable().Comment("username in lower case"),
		field.String("email_mac").Sensitive().
			Comment("HMAC-SHA-256 of the account's email address in lower case, base64"),
		field.Time("expires_at"),
	}
}

func (FormerName) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }
