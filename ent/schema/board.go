package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"

	"uvboard/ent/schema/mixin"
)

// FooterLink is a link in the footer.
type FooterLink struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// Board has the settings of the board in its only row. An empty field has its default.
type Board struct{ ent.Schema }

func (Board) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

func (Board) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").Default(""),
		field.String("tagline").Default(""),
		field.String("logo").Default(""),
		field.String("mark").Default(""),
		field.String("accent").Default("").Comment("#rrggbb in lower case"),
		field.String("contact_email").Default(""),
		field.String("registration").Default("").Comment("open, closed or invite"),
		field.JSON("footer_links", []FooterLink{}).Default([]FooterLink{}),
		field.Int("founded_year").Default(0),
		field.String("default_theme").Default("").Comment("dark, light or system"),
		field.String("time_zone").Default("").Comment("IANA name"),
		field.Int("min_account_hours").Optional().Nillable().
			Comment("age from which the votes of an account are eligible; null for the default"),
		field.Int("entry_votes").Optional().Nillable().
			Comment("eligible upvotes with which a project enters rankings; null for the default"),
		field.String("first_posts").Default("").Comment("open, links or review"),
		field.Strings("watched_words").Optional(),
		field.Time("public_log_at").Optional().Nillable().
			Comment("since when the log of moderation is public; null if it is not"),
		field.JSON("blocked_mail_domains", []string{}).Optional().Comment("lower case, in ASCII"),
		field.JSON("allowed_mail_domains", []string{}).Optional().Comment("lower case, in ASCII"),
		field.Bool("proof_of_work").Default(false),
	}
}
