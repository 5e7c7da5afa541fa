package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// ProjectCheck is what is known of the links of a project. Its state is Project.alive.
type ProjectCheck struct{ ent.Schema }

// LinkCheck is the last check of a link; Result is as in REST, and empty before the first.
type LinkCheck struct {
	Result string    `json:"result,omitempty"`
	Detail string    `json:"detail,omitempty"`
	At     time.Time `json:"at,omitzero"`
}

// LinkChecks are the last checks of the links of a project.
type LinkChecks struct {
	Demo LinkCheck `json:"demo,omitzero"`
	Repo LinkCheck `json:"repo,omitzero"`
}

func (ProjectCheck) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (ProjectCheck) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.Bool("is_off").Default(false).Comment("the owner has switched the checks off"),
		field.String("demo").Default(""),
		field.String("repo").Default(""),
		field.Time("due_at").Optional().Nillable().Comment("null if nothing is to be checked"),
		field.String("days").Default("").
			Comment("results of up to 90 days, a letter each: a answered, d did not, u cannot be checked, - no check"),
		field.String("last_day").Default("").Comment("day of the last letter, YYYY-MM-DD (UTC)"),
		field.Int("tries").Default(0).Comment("without an answer on tried_day"),
		field.String("tried_day").Default(""),
		field.JSON("last", LinkChecks{}).Default(LinkChecks{}),
	}
}

func (ProjectCheck) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (ProjectCheck) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("project_id").Unique(),
		index.Fields("due_at").Annotations(entsql.IndexWhere("due_at IS NOT NULL")).StorageKey("projectcheck_due"),
	}
}
