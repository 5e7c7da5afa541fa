package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"uvboard/ent/schema/mixin"
)

// NewsArticle is an article of a feed.
type NewsArticle struct{ ent.Schema }

func (NewsArticle) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}, mixin.Times{}} }

// Fields of NewsArticle. Texts are plain.
func (NewsArticle) Fields() []ent.Field {
	return []ent.Field{
		field.String("title"),
		field.String("excerpt").Default(""),
		field.Strings("tags").Default([]string{}),
		field.String("source_name"),
		field.String("source_url"),
		field.String("url_key").Unique().
			Comment("canonical form of source_url, which finds the same article in another feed"),
		field.String("image_url").Default(""),
		field.Bool("is_demo").Default(false).Comment("invented by uvboard seed"),
		field.Time("published_at"),
	}
}

func (NewsArticle) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("published_at", "id"),
		index.Fields("source_name", "published_at", "id"),
	}
}

// ExpiredArticle is an article that was deleted because of its age. It must not be added again while feeds still list
// it.
type ExpiredArticle struct{ ent.Schema }

func (ExpiredArticle) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("url_key of the article"),
		field.Time("seen_at").Comment("when it expired, or a feed listed it last"),
	}
}

func (ExpiredArticle) Indexes() []ent.Index { return []ent.Index{index.Fields("seen_at")} }

// NewsFeed is a feed of the operator's list or of an admin, with its state.
type NewsFeed struct{ ent.Schema }

func (NewsFeed) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("URL of the feed"),
		field.String("name"),
		field.String("own_name").Default("").Comment("name that an admin chose; empty for name"),
		field.Bool("is_added").Default(false).Comment("by an admin; not in the operator's list"),
		field.Bool("is_disabled").Default(false).Comment("by an admin: not fetched"),
		field.Int("position").Default(0).Comment("in the operator's list"),
		field.String("etag").Default("").Comment("of the last response, for a conditional request"),
		field.String("last_modified").Default("").Comment("of the last response, for a conditional request"),
		field.Time("last_success_at").Optional().Nillable(),
		field.String("last_error").Default("").Comment("empty after a success"),
		field.Int("failures").Default(0).Comment("since the last success"),
		field.JSON("skipped", map[string]int{}).Optional().
			Comment("number of entries that the last success left out, by reason"),
		field.Time("next_fetch_at"),
	}
}
