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

// PublishRequest is a draft that an agent of its owner asks to publish. It is deleted when the owner has decided.
type PublishRequest struct{ ent.Schema }

func (PublishRequest) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (PublishRequest) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the owner of the project"),
		field.Time("requested_at"),
	}
}

func (PublishRequest) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().Annotations(cascade),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(cascade),
	}
}

func (PublishRequest) Indexes() []ent.Index {
	return []ent.Index{index.Fields("project_id").Unique(), index.Fields("user_id")}
}
