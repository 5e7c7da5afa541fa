package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// WeeklyItem is an item of a weekly issue.
type WeeklyItem struct {
	Type string    `json:"type"` // as in REST, such as blog_post
	ID   uuid.UUID `json:"id"`
	Note string    `json:"note"` // an admin's sentence on it; may be empty
}

// WeeklyIssue is an issue of the weekly, or the draft of the next one.
type WeeklyIssue struct{ ent.Schema }

func (WeeklyIssue) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

func (WeeklyIssue) Fields() []ent.Field {
	return []ent.Field{
		field.Int("number").Default(0).Comment("1 for the first issue; 0 for the draft, of which there is at most one"),
		field.Int("week").Comment("first day of the week that it is about, such as 20261123"),
		field.Int("version").Default(1).Comment("of the draft: one more with each change"),
		field.Bool("is_edited").Default(false).Comment("an admin has changed it since it was made"),
		field.String("title"),
		field.Text("introduction").Default("").Comment("Markdown"),
		field.JSON("items", []WeeklyItem{}).Default([]WeeklyItem{}),
		field.Time("published_at").Optional().Nillable(),
		field.Int("recipients").Default(0).Comment("subscribers when it was published"),
		field.Int("queued").Default(0).Comment("mails that have been put into the mail queue"),
		field.UUID("cursor", uuid.UUID{}).Optional().Nillable().
			Comment("the last subscriber whose mail was put into the mail queue; null before the first"),
		field.Time("queued_at").Optional().Nillable().Comment("when all mails were in the mail queue; null before"),
	}
}

func (WeeklyIssue) Indexes() []ent.Index { return []ent.Index{index.Fields("number").Unique()} }

// WeeklySubscriber is an email address that gets the weekly once the person who reads its mail has confirmed it.
type WeeklySubscriber struct{ ent.Schema }

func (WeeklySubscriber) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

func (WeeklySubscriber) Fields() []ent.Field {
	return []ent.Field{
		field.String("email").Immutable().Sensitive(),
		field.String("email_key").Immutable().Unique().Sensitive().Comment("the mailbox of the address, as account.Mailbox has it"),
		field.String("token_hash").Default("").Comment("of the mailed token that confirms it; empty for none"),
		field.Time("created_at").Immutable(),
		field.Time("asked_at").Comment("when it was last mailed because somebody entered it"),
		field.Int("asks").Default(1).Comment("how often it was, since it was last confirmed"),
		field.Time("confirmed_at").Optional().Nillable(),
		field.Int("last_number").Default(0).Comment("of the last issue that was put into the mail queue"),
	}
}

func (WeeklySubscriber) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash"),
		index.Fields("asked_at").Annotations(entsql.IndexWhere("confirmed_at IS NULL")).
			StorageKey("weeklysubscriber_unconfirmed"),
		index.Fields("id").Annotations(entsql.IndexWhere("confirmed_at IS NOT NULL")).
			StorageKey("weeklysubscriber_confirmed"),
	}
}
