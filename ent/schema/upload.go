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

// Upload is an uploaded image or video. Its files are in the blob store under the id.
type Upload struct{ ent.Schema }

func (Upload) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Upload) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("content_type").Immutable().Comment("as sniffed"),
		field.String("path").Unique().Immutable().Comment("path of the largest rendition below /uploads/"),
		field.Int("width").Default(0).Immutable().Comment("pixels; 0 for a video"),
		field.Int("height").Default(0).Immutable().Comment("pixels; 0 for a video"),
		field.Int64("bytes").Immutable().Comment("all renditions together"),
		field.Time("created_at").Immutable(),
	}
}

func (Upload) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("uploads").Field("user_id").Unique().Required().Immutable(),
		edge.To("uses", UploadUse.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

func (Upload) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id")}
}
