package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"uvboard/ent/schema/mixin"
)

// Job is the state of a background job: which server runs it, its schedule and its last run.
type Job struct{ ent.Schema }

func (Job) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name"),
		field.Time("next_run_at").Comment("in the year 9999 for a job without a schedule"),
		field.String("holder").Default("").Comment("id of the server that runs it; empty between runs"),
		field.Time("held_until").Comment("when another server may take it over"),
		field.Time("ran_at").Optional().Nillable().Comment("start of the last run"),
		field.Int("run_ms").Default(0).Comment("duration of the last run"),
		field.Int("failures").Default(0).Comment("failed runs in a row"),
		field.String("failure").Default("").Comment("of the last run"),
	}
}

// Task is one piece of work of a job, stored in the transaction of its cause and deleted when it is done.
type Task struct{ ent.Schema }

func (Task) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Task) Fields() []ent.Field {
	return []ent.Field{
		field.String("job").Immutable(),
		field.String("payload").Immutable().Comment("what to work on, as JSON: ids, never names or addresses"),
		field.String("owner").Default("").Comment("id of the user whose work it is; empty for that of the board"),
		field.String("state").Default("waiting").Comment("waiting or failed (given up)"),
		field.Time("run_at").Comment("of the next attempt; of the last one if given up"),
		field.Int("attempts").Default(0),
		field.String("failure").Default("").Comment("of the last attempt"),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of Task. A payload is at most 1000 bytes, since PostgreSQL limits the length of an index entry.
func (Task) Indexes() []ent.Index {
	return []ent.Index{index.Fields("job", "payload").Unique(), index.Fields("job", "state", "run_at"),
		index.Fields("state", "run_at")}
}
