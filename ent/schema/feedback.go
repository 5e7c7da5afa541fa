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

// FeedbackRequest is that the owner of a project asks for a review. It is deleted when the review is written.
type FeedbackRequest struct{ ent.Schema }

func (FeedbackRequest) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (FeedbackRequest) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the owner of the project"),
		field.Strings("questions").Default([]string{}),
		field.Time("requested_at").Immutable(),
		field.Bool("is_owed").Default(false).Comment("the board owes its owner this review; such requests come first"),
		field.Time("reserved_until").Optional().Nillable().Comment("no other member gets it before; null if nobody has it"),
	}
}

func (FeedbackRequest) Edges() []ent.Edge {
	cascade := entsql.OnDelete(entsql.Cascade)
	return []ent.Edge{
		edge.To("project", Project.Type).Field("project_id").Unique().Required().Immutable().Annotations(cascade),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(cascade),
	}
}

// Indexes of FeedbackRequest: the queue, and the requests of a maker.
func (FeedbackRequest) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("project_id").Unique(),
		index.Fields("user_id", "id"),
		index.Fields("is_owed", "requested_at", "id").StorageKey("feedbackrequest_queue"),
	}
}

// Review is a project that a member was given to review, and the review once it is written: then it has the reply that
// shows it, which deletes it too.
type Review struct{ ent.Schema }

func (Review) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (Review) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("project_id", uuid.UUID{}).Optional().Nillable().Comment("null if the project is gone"),
		field.UUID("maker_id", uuid.UUID{}).Immutable().Comment("owner of the project; no reference, so that a reviewer keeps the count"),
		field.UUID("user_id", uuid.UUID{}).Immutable().Comment("the reviewer"),
		field.Time("assigned_at").Immutable(),
		field.Time("skipped_at").Optional().Nillable(),
		field.Time("written_at").Optional().Nillable(),
		field.UUID("post_id", uuid.UUID{}).Optional().Nillable().Comment("the reply that shows it; null until it is written"),
		field.Bool("is_useful").Optional().Nillable().
			Comment("the maker's word, or true after seven days of silence; null before"),
		field.Bool("is_endorsed").Optional().Nillable().
			Comment("whether votes of the maker are eligible; null unless the maker has said that it is useful"),
		field.Bool("is_counted").Default(true).Comment("false for another review of the same maker within 30 days"),
		field.Strings("questions").Default([]string{}).Comment("of the maker when it was assigned"),
		field.Strings("answers").Default([]string{}),
		field.String("reach").Default("").Comment("as in REST, such as used"),
		field.Text("first_impression").Default(""),
		field.Text("tried").Default(""),
		field.Text("broke").Default(""),
		field.Text("suggestion").Default(""),
	}
}

func (Review) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("project", Project.Type).Field("project_id").Unique().Annotations(entsql.OnDelete(entsql.SetNull)),
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().
			Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.From("post", ForumPost.Type).Ref("review").Field("post_id").Unique(),
	}
}

// Indexes of Review: those of a reviewer, those of a maker, and those whose maker has not decided.
func (Review) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("user_id", "project_id"),
		index.Fields("user_id", "maker_id", "id"),
		index.Fields("maker_id", "id"),
		index.Fields("maker_id").Annotations(entsql.IndexWhere("is_endorsed IS NOT NULL")).StorageKey("review_marked"),
		index.Fields("user_id").Annotations(entsql.IndexWhere("is_endorsed")).StorageKey("review_endorsed"),
		index.Fields("project_id"),
		index.Fields("written_at").Annotations(entsql.IndexWhere("(written_at IS NOT NULL) AND (is_useful IS NULL)")).
			StorageKey("review_undecided"),
	}
}
