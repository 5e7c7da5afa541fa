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

// Report is a report of content or of a user, by a user or by the board itself.
type Report struct{ ent.Schema }

func (Report) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of Report. Enumerations are stored as in REST.
func (Report) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("who reports; null for the board itself"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.String("reason").Immutable(),
		field.Text("details").Default("").Immutable(),
		field.String("status").Default("open").Comment("open or resolved"),
		field.Time("resolved_at").Optional().Nillable(),
		field.String("decision").Default("").Comment("hide, restore or dismiss; empty while open"),
	}
}

func (Report) Edges() []ent.Edge {
	return []ent.Edge{edge.From("reporter", User.Type).Ref("reports").Field("user_id").Unique().Immutable()}
}

// Indexes of Report: a user has at most one open report of a target.
func (Report) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "target_type", "target_id").Unique().
			Annotations(entsql.IndexWhere("resolved_at IS NULL")).StorageKey("report_open"),
		index.Fields("status", "id"),
		index.Fields("target_id", "target_type"),
		index.Fields("user_id", "id"),
	}
}

// AuditEntry is an action of an admin, or of a user who publishes a live key on purpose. Rows are only added.
type AuditEntry struct{ ent.Schema }

func (AuditEntry) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (AuditEntry) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("null for a command on the server"),
		field.String("action").Immutable().Comment("such as hide or suspend"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable().Comment("the nil UUID for all of the type"),
		field.UUID("subject_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the user it concerns: the target or its owner"),
		field.String("reason").Default("").Immutable(),
		field.Time("created_at").Immutable(),
	}
}

func (AuditEntry) Edges() []ent.Edge {
	return []ent.Edge{edge.From("actor", User.Type).Ref("audit_entries").Field("actor_id").Unique().Immutable()}
}

func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("actor_id", "id"),
		index.Fields("target_id", "id"),
		index.Fields("subject_id", "id"),
	}
}
