package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Visit is a visit of a page. It has no user, address or browser; the secret of its network is deleted after the day.
// Times are counted in slots of five minutes and in days since 1970, in UTC, so that both databases group them by the
// same arithmetic.
type Visit struct{ ent.Schema }

func (Visit) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("made by the client for this visit"),
		field.String("visitor_id").Immutable().Comment("made by the client for as long as its tab is open"),
		field.String("page").Immutable().
			Comment("the pattern of its path, such as /projects/{id}; empty for an unknown page"),
		field.UUID("project_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("of a project's page, unless its owner visits it; the project may be gone"),
		field.Time("started_at").Immutable(),
		field.Time("ended_at").Optional().Nillable().Comment("when the page was left or hidden last"),
		field.Int("slot").Immutable().Comment("of started_at"),
		field.Int("seconds").Optional().Nillable().Comment("how long the page was visible; null until the first end"),
		field.String("network").Optional().Nillable().Immutable().
			Comment("of a visit with a search: a hash of the visitor's network with a secret of the day"),
		field.String("search").Optional().Nillable().Immutable().
			Comment("what was looked for in Explore, in lower case, if anything was found"),
	}
}

func (Visit) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("slot", "visitor_id", "seconds"),
		index.Fields("slot", "search").Annotations(entsql.IndexWhere("search IS NOT NULL")),
		index.Fields("project_id", "slot").Annotations(entsql.IndexWhere("project_id IS NOT NULL")),
	}
}

// AnalyticsDay has the statistics of a day. The id is the day. They are counted once, when the visits of the day are
// final.
type AnalyticsDay struct{ ent.Schema }

func (AnalyticsDay) Fields() []ent.Field {
	return []ent.Field{
		field.Int("id").Immutable().Annotations(entsql.Annotation{Incremental: new(bool)}),
		field.Int("visits"),
		field.Int("visitors").Comment("unique visitors of the day"),
		field.Int("ended").Comment("visits with a known duration"),
		field.Int("seconds").Comment("sum of the known durations"),
		field.Int("sign_ups"),
		field.Int("projects"),
		field.Int("posts").Comment("threads, replies and stories"),
		field.Int("votes"),
	}
}
