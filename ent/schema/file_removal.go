package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// FileRemoval schedules the removal of files and their upload. Every upload has one from before its first file is
// written until something uses it, so that no file can be orphaned.
type FileRemoval struct{ ent.Schema }

func (FileRemoval) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("path of a file, or of a folder with a final slash"),
		field.Time("due_at"),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the user whose quota includes it"),
		field.Int64("bytes").Default(0).Comment("size in the quota"),
	}
}

func (FileRemoval) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("due_at", "id"),
		index.Fields("user_id").Annotations(entsql.IndexWhere("user_id IS NOT NULL")),
	}
}
