package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ProjectUpload says that a project shows an upload. Several may show the same one.
type ProjectUpload struct{ ent.Schema }

// Fields of ProjectUpload.
func (ProjectUpload) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("upload_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of ProjectUpload.
func (ProjectUpload) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("project", Project.Type).Ref("uploads").Field("project_id").Unique().Required().Immutable(),
		edge.From("upload", Upload.Type).Ref("uses").Field("upload_id").Unique().Required().Immutable(),
	}
}

// Indexes of ProjectUpload.
func (ProjectUpload) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("project_id", "upload_id").Unique(),
		index.Fields("upload_id"),
	}
}
