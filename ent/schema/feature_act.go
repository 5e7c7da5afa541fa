package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// FeatureAct records that an admin featured a project, why and until when.
type FeatureAct struct{ ent.Schema }

func (FeatureAct) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("admin_id", uuid.UUID{}).Immutable().Comment("kept after the account is deleted"),
		field.Bool("featured").Immutable().
			Comment("false in rows of earlier versions, which say that a project was unfeatured"),
		field.String("reason").Immutable().Comment("for admins"),
		field.String("featured_reason").Default("").Immutable().Comment("for everybody; may be empty"),
		field.Time("created_at").Immutable(),
		field.Time("until").Optional().Nillable().Comment("planned end of a featured project; null for none"),
		field.Time("ended_at").Optional().Nillable().
			Comment("when the featured project was unfeatured; null while it is featured"),
	}
}

func (FeatureAct) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("project", Project.Type).Ref("feature_acts").Field("project_id").Unique().Required().Immutable(),
	}
}

func (FeatureAct) Indexes() []ent.Index {
	return []ent.Index{index.Fields("project_id"), index.Fields("until")}
}
