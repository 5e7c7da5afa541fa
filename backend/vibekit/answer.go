package vibekit

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sashabaranov/go-openai/jsonschema"

	"uvboard/backend/platform/store"
	"uvboard/ent/schema"
)

// Limits of an answer, in characters and items. They are higher than the limits in the instructions.
const (
	maxSummary = 2000
	maxPrompt  = 8000
	maxItem    = 600
	maxItems   = 20
	maxName    = 60
	maxTagline = 140
	maxMotif   = 300
)

// checkBrief cleans a brief and returns errUnusable unless every part has text within its limits.
func checkBrief(b *schema.Brief) error {
	return firstError(
		checkText("summary", &b.Summary, maxSummary),
		checkList("considerations", &b.Considerations, maxItem),
		checkList("userStories", &b.UserStories, maxItem),
		checkList("risks", &b.Risks, maxItem),
		checkList("assumptions", &b.Assumptions, maxItem),
		checkText("systemPrompt", &b.SystemPrompt, maxPrompt),
		checkText("builderPrompt", &b.BuilderPrompt, maxPrompt),
	)
}

// checkLogoIdeas does the same for logo ideas.
func checkLogoIdeas(l *schema.LogoIdeas) error {
	return firstError(
		checkList("names", &l.Names, maxName),
		checkList("taglines", &l.Taglines, maxTagline),
		checkList("motifs", &l.Motifs, maxMotif),
	)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkText(name string, text *string, limit int) error {
	*text = store.Clean(*text)
	if n := utf8.RuneCountInString(*text); n == 0 || n > limit {
		return fmt.Errorf("%w: %s has %d characters", errUnusable, name, n)
	}
	return nil
}

func checkList(name string, texts *[]string, limit int) error {
	*texts = store.Unique(store.CleanList(*texts))
	if n := len(*texts); n == 0 || n > maxItems {
		return fmt.Errorf("%w: %s has %d items", errUnusable, name, n)
	}
	for i := range *texts {
		if err := checkText(name, &(*texts)[i], limit); err != nil {
			return err
		}
	}
	return nil
}

// schemaOf returns the strict JSON schema of a type: every field is required, and there are no others.
func schemaOf(v any) *jsonschema.Definition {
	definition, err := jsonschema.GenerateSchemaForType(v)
	if err != nil {
		panic(err) // a bug: the types are those of this package
	}
	return definition
}

// read decodes an answer that follows its schema, and checks it.
func read[T any](definition *jsonschema.Definition, text string, check func(*T) error) (*T, error) {
	if len(text) > maxAnswerBytes {
		return nil, fmt.Errorf("%w: %d bytes", errUnusable, len(text))
	}
	if definition.Unmarshal(text, new(T)) != nil {
		return nil, fmt.Errorf("%w: it does not keep to the schema", errUnusable)
	}
	answer := new(T)
	strict := json.NewDecoder(strings.NewReader(text)) // the library accepts other fields
	strict.DisallowUnknownFields()
	if strict.Decode(answer) != nil {
		return nil, fmt.Errorf("%w: it has other fields", errUnusable)
	}
	return answer, check(answer)
}
