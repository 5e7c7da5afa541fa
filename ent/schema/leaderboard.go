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

// period are the fields that name a period.
func period() []ent.Field {
	return []ent.Field{
		field.String("period").Immutable().Comment("day, week, month or year"),
		field.Int("start").Immutable().Comment("its first day, such as 20261123"),
	}
}

// ProjectTally is the number of upvotes that a project has received in a period. It changes in the transaction of each
// vote.
type ProjectTally struct{ ent.Schema }

func (ProjectTally) Fields() []ent.Field {
	return append(period(), field.UUID("project_id", uuid.UUID{}).Immutable(), field.Int("votes"))
}

func (ProjectTally) Edges() []ent.Edge {
	return []ent.Edge{edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.Cascade))}
}

func (ProjectTally) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("project_id", "period", "start").Unique(),
		// read from its end: of equal ones the earlier is first
		index.Fields("period", "start", "votes", "project_id").Annotations(entsql.DescColumns("project_id")),
	}
}

// ClosedPeriod is a period that has ended and whose winners have been chosen.
type ClosedPeriod struct{ ent.Schema }

func (ClosedPeriod) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (ClosedPeriod) Fields() []ent.Field {
	return append(period(), field.Time("created_at").Immutable())
}

func (ClosedPeriod) Indexes() []ent.Index {
	return []ent.Index{index.Fields("period", "start").Unique()}
}

// ProjectAward is a place among the first of a closed period.
type ProjectAward struct{ ent.Schema }

func (ProjectAward) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (ProjectAward) Fields() []ent.Field {
	return append(period(),
		field.Int("rank").Immutable(),
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.Int("votes").Immutable().Comment("received in the period, when it was closed"),
	)
}

func (ProjectAward) Edges() []ent.Edge {
	return []ent.Edge{edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.Cascade))}
}

func (ProjectAward) Indexes() []ent.Index {
	return []ent.Index{index.Fields("period", "start", "rank").Unique(), index.Fields("project_id", "rank", "start")}
}
