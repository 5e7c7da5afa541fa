package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"uvboard/ent/schema/mixin"
)

// BriefInput is the input of a brief.
type BriefInput struct {
	Idea             string   `json:"idea"`
	Audience         string   `json:"audience"`
	Platform         string   `json:"platform"`
	MustHaveFeatures []string `json:"mustHaveFeatures"`
}

// Brief is a brief for a project. The descriptions are for the AI provider, which fills it.
type Brief struct {
	Summary        string   `json:"summary" description:"What the product is, for whom and why, in two to four sentences."`
	Considerations []string `json:"considerations" description:"Three to six things to decide or find out before building it."`
	UserStories    []string `json:"userStories" description:"Four to eight user stories: As a …, I want …, so that …"`
	Risks          []string `json:"risks" description:"Three to five risks, each with a way to lower it."`
	Assumptions    []string `json:"assumptions" description:"Three to five assumptions that the brief makes."`
	SystemPrompt   string   `json:"systemPrompt" description:"A system prompt for a coding assistant that will build the product: its role, the stack, the rules of the code. At most 300 words."`
	BuilderPrompt  string   `json:"builderPrompt" description:"The first message to that assistant: what to build first, the screens, the data and when it is done. At most 400 words."`
}

// LogoInput is the input of logo ideas. Style is stored as in REST, such as "icon+wordmark".
type LogoInput struct {
	BrandName string     `json:"brandName"`
	Style     string     `json:"style"`
	Colors    LogoColors `json:"colors"`
}

// LogoColors are the colors of a logo, such as "#6366f1".
type LogoColors struct {
	Primary   string `json:"primary"`
	Secondary string `json:"secondary"`
	Accent    string `json:"accent"`
}

// LogoIdeas are ideas for a logo. The descriptions are for the AI provider, which fills them.
type LogoIdeas struct {
	Names    []string `json:"names" description:"Six names for the brand. The first is the given name, unchanged; the others are short alternatives in its spirit."`
	Taglines []string `json:"taglines" description:"Five taglines of 10 to 80 characters, without the name."`
	Motifs   []string `json:"motifs" description:"Five motifs for the symbol, each as one concrete object or shape and what it stands for."`
}

// Generation is a result of VibeKit in the history of a user. Enumerations are stored as in REST.
type Generation struct{ ent.Schema }

func (Generation) Mixin() []ent.Mixin { return []ent.Mixin{mixin.ID{}} }

// Fields of Generation. The id begins with created_at, so ids order by age.
func (Generation) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Immutable(),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("kind").Immutable().Comment("brief or logo_ideas; the columns of the other kind are null"),
		field.JSON("brief_input", &BriefInput{}).Optional().Immutable(),
		field.JSON("brief", &Brief{}).Optional().Immutable(),
		field.JSON("logo_input", &LogoInput{}).Optional().Immutable(),
		field.JSON("logo_ideas", &LogoIdeas{}).Optional().Immutable(),
	}
}

func (Generation) Edges() []ent.Edge {
	return []ent.Edge{edge.From("user", User.Type).Ref("generations").Field("user_id").Unique().Required().Immutable()}
}

func (Generation) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "id")}
}
