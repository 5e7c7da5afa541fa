package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// Passkey is a key pair on a device of a user, with which the user logs in. The board has the public key.
type Passkey struct{ ent.Schema }

func (Passkey) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Passkey) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("name"),
		field.String("credential_id").Unique().Immutable().Comment("the device's name for the key, base64url"),
		field.Bytes("public_key").Immutable().Sensitive().Comment("COSE"),
		field.Strings("transports").Default([]string{}).Immutable().
			Comment("how a browser reaches the device, such as internal or usb"),
		field.Bool("synced").Immutable().Comment("whether the device may copy the key to others (backup eligible)"),
		field.Uint32("sign_count").Comment("of the last use; 0 for devices that do not count"),
		field.Time("created_at").Immutable(),
		field.Time("last_used_at").Optional().Nillable(),
	}
}

func (Passkey) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Passkey) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id")} }
