package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ProjectFacet is a filter value of a project: "category:games" (primary or secondary) or "tool:cursor". It duplicates the lists
// of the project for an index.
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
