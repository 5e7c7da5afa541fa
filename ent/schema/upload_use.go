package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// UploadUse records that a target, such as a project or a user, uses an upload. Several targets may use the same
// upload.
type UploadUse struct{ ent.Schema }

func (UploadUse) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("upload_id", uuid.UUID{}).Immutable(),
		field.String("kind").Immutable().Comment("of the target, such as project or user"),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
	}
}

func (UploadUse) Edges() []ent.Edge {
	return []ent.Edge{edge.From("upload", Upload.Type).Ref("uses").Field("upload_id").Unique().Required().Immutable()}
}

func (UploadUse) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("target_id", "kind", "upload_id").Unique(),
		index.Fields("upload_id"),
	}
}
