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
		field.Bool("in_good_standing").Default(true).Immutable().
			Comment("whether the reporter was, when it was made; false for the board"),
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

// ReportCase is an item or a user with open reports: one row for all of them, deleted with the last one's decision.
type ReportCase struct{ ent.Schema }

// Fields of ReportCase. Counters change in the transaction that changes the reports.
func (ReportCase) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Immutable().Comment("id of the target"),
		field.String("target_type").Immutable(),
		field.Int("open_reports").Default(0),
		field.Int("reporters").Default(0).Comment("open reports by users in good standing"),
		field.Time("opened_at").Comment("time of the oldest open report"),
		field.Time("due_at").Comment("the queue is in this order: later than opened_at, the fewer reporters the more"),
	}
}

func (ReportCase) Indexes() []ent.Index { return []ent.Index{index.Fields("due_at", "id")} }

// Appeal asks another moderator to look at a decision again. There is at most one of a decision.
type Appeal struct{ ent.Schema }

func (Appeal) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

func (Appeal) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the author of the target, or the suspended user"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.UUID("decision_id", uuid.UUID{}).Unique().Immutable().
			Comment("the entry of the audit log, which expires before the appeal"),
		field.Text("message").Immutable(),
		field.String("status").Default("open").Comment("open, granted or refused"),
		field.Text("answer").Default("").Comment("the moderator's reason; empty while open"),
		field.Time("decided_at").Optional().Nillable(),
	}
}

func (Appeal) Edges() []ent.Edge {
	return []ent.Edge{edge.From("author", User.Type).Ref("appeals").Field("user_id").Unique().Required().Immutable()}
}

func (Appeal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("status", "id"), index.Fields("target_id"), index.Fields("user_id", "id")}
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
		field.String("public_by").Optional().Immutable().
			Comment("who did it, as the public log says it: moderator, admin or rule; null for what it never shows"),
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
		index.Fields("id").Annotations(entsql.IndexWhere("public_by IS NOT NULL")).StorageKey("auditentry_public"),
	}
}

// Approval is a post that waits for a moderator, or has waited. The post itself has is_awaiting while it does.
type Approval struct{ ent.Schema }

func (Approval) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Approval) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the author"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.String("reason").Comment("as in REST, such as links"),
		field.String("detail").Default("").Comment("the watched word or the site"),
		field.Strings("flags").Default([]string{}).
			Comment("links and watched words of the text that waits, or that was approved"),
		field.Bool("is_new").Comment("nobody saw it before"),
		field.Bool("is_open").Default(true).Comment("waits"),
		field.Bool("is_refused").Default(false),
		field.Time("created_at").Comment("since when it waits"),
	}
}

func (Approval) Edges() []ent.Edge {
	return []ent.Edge{edge.To("author", User.Type).Field("user_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.Cascade))}
}

// Indexes of Approval: a post has one.
func (Approval) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("target_id", "target_type").Unique(),
		index.Fields("user_id", "id"),
		index.Fields("created_at", "id").Annotations(entsql.IndexWhere("is_open")).StorageKey("approval_open"),
	}
}

// NewcomerSite is a site that the project of a new account leads to.
type NewcomerSite struct{ ent.Schema }

func (NewcomerSite) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Comment("the site, such as app.example or github.com/ada").Immutable(),
		field.UUID("project_id", uuid.UUID{}).Comment("the first project that led there"),
		field.Bool("is_refused").Default(false).Comment("a moderator has refused a project that leads there"),
		field.Time("created_at"),
	}
}

func (NewcomerSite) Indexes() []ent.Index {
	return []ent.Index{index.Fields("project_id"), index.Fields("created_at")}
}
