package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// BoardPage is the board's own text of a page. A page without a row has the product's own text.
type BoardPage struct{ ent.Schema }

func (BoardPage) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable().Comment("name of the page, as in REST"),
		field.Text("content").Comment("Markdown"),
		field.Time("updated_at"),
	}
}
