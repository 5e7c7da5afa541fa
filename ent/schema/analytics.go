package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Visit is a visit of a page. It has no user, address or browser. Times are counted in slots of five minutes and in hours since
// 1970, so that both databases group them by the same arithmetic.
type Visit struct{ ent.Schema }

// Fields of Visit.
func (Visit) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("made by the client for this visit"),
		field.String("visitor_id").Immutable().Comment("made by the client for as long as its tab is open"),
		field.String("page").Immutable().Comment("the pattern of its path, such as /projects/{id}; empty for an unknown page"),
		field.UUID("project_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("of a project's page, unless its owner visits it; the project may be gone"),
		field.Time("started_at").Immutable(),
		field.Time("ended_at").Optional().Nillable().Comment("when the page was left or hidden last"),
		field.Int("slot").Immutable().Comment("of started_at"),
		field.Int("seconds").Optional().Nillable().Comment("how long the page was visible; null until the first end"),
		field.Bool("is_pending").Default(true).Comment("changed since the roll-up of its hour"),
	}
}

// Indexes of Visit.
func (Visit) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("slot", "visitor_id", "seconds"),
		index.Fields("visitor_id", "slot"),
		index.Fields("project_id", "slot").Annotations(entsql.IndexWhere("project_id IS NOT NULL")),
		index.Fields("slot").Annotations(entsql.IndexWhere("is_pending")).StorageKey("visit_pending"),
	}
}

// AnalyticsHour is what happened in an hour, which is the id.
type AnalyticsHour struct{ ent.Schema }

// Fields of AnalyticsHour.
func (AnalyticsHour) Fields() []ent.Field {
	return []ent.Field{
		field.Int("id").Immutable().Annotations(entsql.Annotation{Incremental: new(bool)}),
		field.Int("visits").Default(0),
		field.Int("ended").Default(0).Comment("visits with a known duration"),
		field.Int("seconds").Default(0).Comment("sum of the known durations"),
		field.Int("sign_ups").Default(0),
		field.Int("projects").Default(0),
		field.Int("posts").Default(0).Comment("threads, replies and stories"),
		field.Int("votes").Default(0),
		field.Time("counted_at").Optional().Nillable().Comment("when sign-ups, projects, posts and votes were counted"),
	}
}

// AnalyticsVisitor counts the visitors of an hour by the hour of their previous visit. The unique visitors from an hour on are
// those with no previous visit since then: a sum, for any period.
type AnalyticsVisitor struct{ ent.Schema }

// Fields of AnalyticsVisitor.
func (AnalyticsVisitor) Fields() []ent.Field {
	return []ent.Field{
		field.Int("hour").Immutable(),
		field.Int("previous").Immutable().Comment("the hour of the last visit before this hour; 0 for none"),
		field.Int("visitors"),
	}
}

// Indexes of AnalyticsVisitor.
func (AnalyticsVisitor) Indexes() []ent.Index {
	return []ent.Index{index.Fields("hour", "previous").Unique()}
}

// ProjectDay counts the views of a project on a day, counted since 1970 in UTC.
type ProjectDay struct{ ent.Schema }

// Fields of ProjectDay.
func (ProjectDay) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.Int("day").Immutable(),
		field.Int("views"),
	}
}

// Edges of ProjectDay.
func (ProjectDay) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("project", Project.Type).Ref("days").Field("project_id").Unique().Required().Immutable(),
	}
}

// Indexes of ProjectDay.
func (ProjectDay) Indexes() []ent.Index {
	return []ent.Index{index.Fields("project_id", "day").Unique(), index.Fields("day")}
}
