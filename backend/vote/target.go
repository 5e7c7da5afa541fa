package vote

import "uvboard/backend/platform/fault"

// Target says where the things of one kind lie. Their table has the columns id, user_id, upvotes and downvotes.
type Target struct {
	Table      string
	Visible    string // SQL condition under which everybody sees a thing and may vote on it
	RankedFrom string // column of the time its trending rank starts from; then the table has the column rank
	Noun       string // for the sentences of faults
}

// Targets holds every kind of thing that can be voted on, by the word of its target type. A further kind is a further row.
var Targets = map[string]Target{
	"project": {Table: "projects", Visible: "is_public", RankedFrom: "published_at", Noun: "Project"},
}

func targetOf(targetType string) (Target, error) {
	t, ok := Targets[targetType]
	if !ok {
		return Target{}, fault.Invalid("targetType", "Target type is required")
	}
	return t, nil
}

func (t Target) notFound() error {
	return fault.NotFound("NOT_FOUND", t.Noun+" not found")
}
