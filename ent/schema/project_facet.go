package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ProjectFacet is one thing a project can be filtered by: "category:games" (primary or secondary) or "tool:cursor".
// It repeats the lists of the project in a form an index can answer, and changes with them.
type ProjectFacet struct{ ent.Schema }

// Fields of ProjectFacet.
func (ProjectFacet) Fields() []ent.Field {
	return []ent.Field{
		field.String("facet").Immutable(),
		field.UUID("project_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of ProjectFacet.
func (ProjectFacet) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("project", Project.Type).Ref("facets").Field("project_id").Unique().Required().Immutable(),
	}
}

// Indexes of ProjectFacet.
func (ProjectFacet) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("facet", "project_id").Unique(),
		index.Fields("project_id"),
	}
}
