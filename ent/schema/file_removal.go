package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// FileRemoval is the order to take files out of the store of uploads, with the upload they belong to. Every upload has one
// from before its first file is written until something shows it, so that nothing can be forgotten.
type FileRemoval struct{ ent.Schema }

// Fields of FileRemoval.
func (FileRemoval) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("a file, or a folder with a slash at its end"),
		field.Time("due_at"),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("whose allowance it counts against"),
		field.Int64("bytes").Default(0).Comment("how much it counts"),
	}
}

// Indexes of FileRemoval.
func (FileRemoval) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("due_at", "id"),
		index.Fields("user_id").Annotations(entsql.IndexWhere("user_id IS NOT NULL")),
	}
}
