// Package address makes the addresses of the pages of projects, stories and threads, and finds the items that they
// name.
//
// An address ends in the words of the title and the short form of the id: /projects/kiln-log-7f3k9q2m1x. Only the short
// form names the item, so an address that was made before a change of the title still does.
package address

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/letters"
)

// digits are those of Crockford's base32, in lower case. They include those of hexadecimal numbers.
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// Lengths of short forms: those that NewShort makes, and those that were taken from ids.
const shortLength, oldShortLength = 10, 12

// maxSlug is the greatest length of the words in an address.
const maxSlug = 60

// NewShort returns a random short form of an id, of 50 bits.
func NewShort() string {
	var random [shortLength]byte
	_, _ = rand.Read(random[:]) // never fails
	for i, b := range random {
		random[i] = digits[b%byte(len(digits))]
	}
	return string(random[:])
}

// Project returns the path of the page of a project.
func Project(title, short string) string { return "/projects/" + segment(title, short) }

// Story returns the path of the page of a story.
func Story(title, short string) string { return "/blog/" + segment(title, short) }

// Thread returns the path of the page of a forum thread.
func Thread(title, short string) string { return "/forum/thread/" + segment(title, short) }

// Tag returns the path of the page of a tool or a tag by its id, such as "tool:nextjs".
func Tag(id string) string {
	kind, slug, _ := strings.Cut(id, ":")
	return "/" + kind + "s/" + url.PathEscape(slug)
}

func segment(title, short string) string {
	if words := slug(title); words != "" {
		return words + "-" + short
	}
	return short
}

// spelled has the Latin letters that are no letter with an accent, and signs that are read as words.
var spelled = strings.NewReplacer("æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i",
	"'", "", "’", "", "&", " and ", "+", " plus ", "#", " sharp ")

// slug returns the words of a title in the letters a to z and digits, with hyphens between them. Letters of other
// scripts
// are left out, so it may be empty.
func slug(title string) string {
	var b strings.Builder
	for _, r := range spelled.Replace(letters.Fold(title)) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	words := strings.Trim(b.String(), "-")
	if len(words) <= maxSlug {
		return words
	}
	if end := strings.LastIndexByte(words[:maxSlug+1], '-'); end > 0 {
		return words[:end]
	}
	return words[:maxSlug]
}

// Short returns the short form at the end of an address, such as that of "kiln-log-7f3k9q2m1x"; empty if there is none,
// as at the end of a UUID.
func Short(name string) string {
	if _, err := uuid.Parse(name); err == nil {
		return ""
	}
	short := strings.ToLower(name[strings.LastIndexByte(name, '-')+1:])
	if len(short) != shortLength && len(short) != oldShortLength || strings.Trim(short, digits) != "" {
		return ""
	}
	return short
}

// OldShort returns the short form that a row got from its id, because it is older than short forms.
func OldShort(id uuid.UUID) string {
	text := id.String()
	return text[len(text)-oldShortLength:]
}

// Kind is a kind of items with short forms, as it is named in votes and reports.
type Kind string

// The kinds.
const (
	Projects Kind = "project"
	Stories  Kind = "blog_post"
	Threads  Kind = "forum_thread"
)

// tables are those of the kinds. Mutes have a name of their own for threads.
var tables = map[Kind]string{Projects: "projects", Stories: "blog_posts", Threads: "forum_threads",
	"thread": "forum_threads"}

// Queryer is implemented by *ent.Client.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Find returns the id of the item that a text names: by its id, by its short form, or by the end of its address. It is
// uuid.Nil, which no item has, if it names none.
func Find(ctx context.Context, client Queryer, kind Kind, text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err == nil {
		return id, nil
	}
	found, err := FindShort(ctx, client, kind, Short(text))
	return found[Short(text)], err
}

// FindAll returns the ids of the items that texts name, in their order, without those that name none.
func FindAll(ctx context.Context, client Queryer, kind Kind, texts []string) ([]uuid.UUID, error) {
	shorts := make([]string, len(texts))
	for i, text := range texts {
		shorts[i] = Short(text)
	}
	found, err := FindShort(ctx, client, kind, shorts...)
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID
	for i, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			id = found[shorts[i]]
		}
		if id != uuid.Nil {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// FindShort returns the ids of items by their short forms. Those that name no item are left out.
func FindShort(ctx context.Context, client Queryer, kind Kind, shorts ...string) (map[string]uuid.UUID, error) {
	var args []any
	var places []string
	for _, short := range shorts {
		if short != "" {
			args = append(args, short)
			places = append(places, fmt.Sprintf("$%d", len(args)))
		}
	}
	table := tables[kind]
	if table == "" || len(args) == 0 {
		return nil, nil
	}
	rows, err := client.QueryContext(ctx, "SELECT short, id FROM "+table+" WHERE short IN ("+strings.Join(places, ", ")+
		")", args...)
	if err != nil {
		return nil, fmt.Errorf("find %s by their short forms: %w", table, err)
	}
	defer rows.Close()
	found := map[string]uuid.UUID{}
	for rows.Next() {
		var short string
		var id uuid.UUID
		if err := rows.Scan(&short, &id); err != nil {
			return nil, fmt.Errorf("find %s by their short forms: %w", table, err)
		}
		found[short] = id
	}
	return found, rows.Err()
}
