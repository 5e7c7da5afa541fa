package secrets

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// PublishAnyway is the action in the audit log of a user who publishes a key on purpose.
const PublishAnyway = "publish_anyway"

// Text is a text of an item, with its field by the name that callers know, such as links.repo or tags[2].
type Text struct{ Field, Text string }

// Texts returns texts from pairs of a field and a text.
func Texts(pairs ...string) []Text {
	all := make([]Text, len(pairs)/2)
	for i := range all {
		all[i] = Text{pairs[2*i], pairs[2*i+1]}
	}
	return all
}

// List returns the texts of a field with a list.
func List(field string, values []string) []Text {
	all := make([]Text, len(values))
	for i, value := range values {
		all[i] = Text{fmt.Sprintf("%s[%d]", field, i), value}
	}
	return all
}

// Check returns the fault SECRET_FOUND if a text that everybody sees from now on looks like a key; was are the texts
// that everybody saw before, which are not looked at again. If the caller publishes it anyway, Check adds an entry to
// the audit log instead, without the key. Call it in the transaction of every write that can publish a text of a user.
// Jobs and commands, which have no caller, may publish all.
func Check(ctx context.Context, db *store.DB, tx *ent.Client, item event.Item, at time.Time, was, is []Text) error {
	caller := auth.From(ctx)
	if caller == nil {
		return nil
	}
	known := map[string]bool{}
	for _, t := range was {
		known[t.Text] = true
	}
	f := &fault.Fault{Kind: fault.KindInvalid, Code: "SECRET_FOUND", Fields: map[string]string{}}
	var places, reasons []string
	for _, t := range is {
		if known[t.Text] {
			continue
		}
		for _, found := range scan(t.Text) {
			place := t.Field
			if strings.Contains(t.Text, "\n") {
				place += fmt.Sprintf(", line %d", found.line)
			}
			f.Reject(t.Field, fmt.Sprintf("This looks like a live key: %s%s.", name(found.rule),
				strings.TrimPrefix(place, t.Field)))
			places, reasons = append(places, name(found.rule)+" ("+place+")"),
				append(reasons, found.rule+" ("+place+")")
		}
	}
	if len(places) == 0 {
		return nil
	}
	const shown = 5
	places, reasons = places[:min(len(places), shown)], reasons[:min(len(reasons), shown)]
	mayPublish := caller.SessionID != uuid.Nil
	if mayPublish && ctx.Value(anywayKey{}) != nil {
		return audit.Add(ctx, db, tx, caller, audit.Entry{Action: PublishAnyway, TargetType: item.Type, Target: item.ID,
			Reason: strings.Join(reasons, "; ")}, at)
	}
	f.Message = "This looks like a live key: " + strings.Join(places, "; ") +
		". Anyone who reads it could use it, so remove it first."
	if !mayPublish {
		f.Message += " Don't publish it another way: only the user can decide that, logged in on the site."
	}
	return f
}

// names are words of rules as users write them; other words stay as they are.
var names = map[string]string{
	"api": "API", "aws": "AWS", "gcp": "Google Cloud", "github": "GitHub", "gitlab": "GitLab", "id": "ID",
	"jwt": "JSON Web Token", "npm": "npm",
	"oauth": "OAuth", "openai": "OpenAI", "pat": "personal access token", "pypi": "PyPI", "url": "URL",
}

// name returns the name of a rule for users, such as “GitHub personal access token”.
func name(rule string) string {
	all := strings.Split(rule, "-")
	for i, word := range all {
		all[i] = names[word]
		if all[i] == "" {
			all[i] = word
		}
	}
	text := strings.Join(all, " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

type anywayKey struct{}

// WithRequest returns the context of a call. If the request has the field publish_anyway, set to true, itself or in one
// of its messages, a user may publish a key on purpose. An access token may not, since an agent that acts with it may
// have been told lies by what it reads.
func WithRequest(ctx context.Context, request proto.Message) context.Context {
	m := request.ProtoReflect()
	anyway := isSet(m)
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		anyway = anyway || field.Message() != nil && !field.IsList() && !field.IsMap() && isSet(value.Message())
		return !anyway
	})
	if !anyway {
		return ctx
	}
	return context.WithValue(ctx, anywayKey{}, true)
}

func isSet(m protoreflect.Message) bool {
	field := m.Descriptor().Fields().ByName("publish_anyway")
	return field != nil && m.Get(field).Bool()
}
