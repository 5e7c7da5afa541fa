package search

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/slug"
	"uvboard/backend/platform/tag"
	"uvboard/ent"
	enttag "uvboard/ent/tag"
	"uvboard/ent/user"
)

// Operators that narrow a search, written in it as tag:games or tool:"GitHub Copilot".
const (
	TagOperator   = "tag"
	ToolOperator  = "tool"
	ByOperator    = "by"
	StageOperator = "stage"
)

// maxTerms limits the operators of a query.
const maxTerms = 10

// Terms are what the operators of a query ask for: all tags and tools, any of the owners, any of the stages.
type Terms struct {
	Tags   []string // ids of tags and tools
	By     []uuid.UUID
	Stages []string

	typed []string
}

// Empty reports whether a query has no operator.
func (t Terms) Empty() bool { return len(t.typed) == 0 }

// all returns filters that a document must have.
func (t Terms) all() []string { return tag.Filters(t.Tags) }

// either returns lists of filters of which a document must have one.
func (t Terms) either() (lists [][]string) {
	if len(t.By) > 0 {
		by := make([]string, len(t.By))
		for i, id := range t.By {
			by[i] = ownerFilter(id)
		}
		lists = append(lists, by)
	}
	if len(t.Stages) > 0 {
		stages := make([]string, len(t.Stages))
		for i, stage := range t.Stages {
			stages[i] = StageFilter(stage)
		}
		lists = append(lists, stages)
	}
	return lists
}

// StageFilter is the filter of documents at a stage.
func StageFilter(stage string) string { return "stage:" + stage }

// before returns a query with the operators as typed, and these words.
func (t Terms) before(words string) string {
	return strings.Join(append(slices.Clone(t.typed), words), " ")
}

// Language is what a search understands besides words.
type Language struct {
	Field     string     // of the request, which an error names
	Noun      string     // of what it finds, such as "project"
	Operators []string   // other words before a colon are words like all
	Tagged    tag.Target // whose tags are known
	Stages    []string
}

var operator = regexp.MustCompile(`(?i)(?:^|\s)(tag|tool|by|stage):("[^"]*"?|[“”][^“”]*[“”]?|\S*)`)

// Read takes the operators out of a query. Fault: invalid if a value is missing or unknown, or if there are more than
// maxTerms.
func (l Language) Read(ctx context.Context, client *ent.Client, query string) (words string, t Terms, err error) {
	var (
		rest strings.Builder
		at   int
	)
	for _, m := range operator.FindAllStringSubmatchIndex(query, -1) {
		name := strings.ToLower(query[m[2]:m[3]])
		if !slices.Contains(l.Operators, name) {
			continue
		}
		rest.WriteString(query[at:m[0]] + " ")
		at = m[1]
		typed := strings.TrimSpace(query[m[0]:m[1]])
		value := strings.TrimSpace(strings.Trim(query[m[4]:m[5]], `"“”`))
		if t.typed = append(t.typed, typed); len(t.typed) > maxTerms {
			return "", Terms{}, fault.Invalid(l.Field,
				fmt.Sprintf("A search takes at most %d operators such as tag:games", maxTerms))
		}
		problem, err := l.add(ctx, client, &t, name, value)
		if err != nil {
			return "", Terms{}, fmt.Errorf("read a search: %w", err)
		}
		if problem != "" {
			return "", Terms{}, fault.Invalid(l.Field, problem+" Change or remove “"+typed+"” in your search.")
		}
	}
	rest.WriteString(query[at:])
	return strings.TrimSpace(rest.String()), t, nil
}

// add adds what an operator asks for. problem says why it asks for nothing.
func (l Language) add(ctx context.Context, client *ent.Client, t *Terms, name, value string) (problem string,
	err error) {
	if value == "" {
		return fmt.Sprintf("There is no value after “%s:”, as in %[1]s:name.", name), nil
	}
	switch name {
	case StageOperator:
		stage := letters.Fold(value)
		if !slices.Contains(l.Stages, stage) {
			return fmt.Sprintf("There is no stage “%s”: the stages are %s.", value,
				strings.Join(l.Stages, ", ")), nil
		}
		t.Stages = append(t.Stages, stage)
		return "", nil
	case ByOperator:
		id, err := client.User.Query().Where(user.UsernameKey(strings.ToLower(strings.TrimPrefix(value, "@"))),
			user.DeletedAtIsNil()).OnlyID(ctx)
		if ent.IsNotFound(err) {
			return fmt.Sprintf("There is no user “%s”.", value), nil
		}
		t.By = append(t.By, id)
		return "", err
	}
	// The names of the other operators are those of the kinds of tags.
	ids, err := tag.Find(ctx, client, tag.Of(name, value))
	if err != nil {
		return "", err
	}
	known, err := client.Tag.Query().Where(enttag.IDIn(ids...), sql.FieldGT(l.Tagged.Count, 0)).Exist(ctx)
	if err != nil || !known {
		return fmt.Sprintf("No %s has the %s “%s”.", l.Noun, name, value), err
	}
	t.Tags = append(t.Tags, ids...)
	return "", nil
}

// Suggestion is what a query may continue with.
type Suggestion struct {
	Term  string // the operator, or the operator with a value
	Label string // what it does, or the name of the value
	Query string // the query with it
}

// maxSuggestions limits the list of Suggest, and maxCompared the tags that it compares.
const (
	maxSuggestions = 8
	maxCompared    = 2000
)

// meanings say what operators do.
var meanings = map[string]string{
	TagOperator: "a tag", ToolOperator: "built with a tool", ByOperator: "by a maker", StageOperator: "at a stage",
}

// unfinished is the last word of a query, with the operator that it has.
var unfinished = regexp.MustCompile(`(?i)(?:^|\s)(?:(tag|tool|by|stage):(?:"([^"]*)|(\S*))|([a-z]*))$`)

// Suggest returns operators that the last word of a query may become, or values that it may have.
func (l Language) Suggest(ctx context.Context, client *ent.Client, query string) (list []Suggestion, err error) {
	m := unfinished.FindStringSubmatchIndex(query)
	if m == nil {
		return nil, nil
	}
	start := m[0]
	if start < len(query) && strings.ContainsRune(" \t", rune(query[start])) {
		start++
	}
	add := func(term, label string) { list = append(list, Suggestion{term, label, query[:start] + term}) }
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return strings.ToLower(query[m[2*i]:m[2*i+1]])
	}
	name, value := group(1), cmp.Or(group(2), group(3))
	if name == "" {
		for _, o := range l.Operators {
			if strings.HasPrefix(o, group(4)) {
				add(o+":", meanings[o])
			}
		}
		return list, nil
	}
	if !slices.Contains(l.Operators, name) {
		return nil, nil
	}
	values, err := l.values(ctx, client, name, value)
	if err != nil {
		return nil, fmt.Errorf("suggest values of a search: %w", err)
	}
	for _, v := range values {
		add(name+":"+v[0]+" ", v[1])
	}
	return list, nil
}

// values returns values of an operator that begin with a text, and their names.
func (l Language) values(ctx context.Context, client *ent.Client, name, begin string) (list [][2]string, err error) {
	switch name {
	case StageOperator:
		for _, stage := range l.Stages {
			if strings.HasPrefix(stage, letters.Fold(begin)) {
				list = append(list, [2]string{stage, ""})
			}
		}
		return list, nil
	case ByOperator:
		key := strings.TrimPrefix(begin, "@")
		if key == "" {
			return nil, nil // everybody
		}
		users, err := client.User.Query().Where(user.UsernameKeyGTE(key), user.UsernameKeyLT(key+"\U0010FFFF"),
			user.DeletedAtIsNil()).Order(user.ByUsernameKey()).Limit(maxSuggestions).
			Select(user.FieldUsername, user.FieldDisplayName).All(ctx)
		for _, u := range users {
			list = append(list, [2]string{u.Username, u.DisplayName})
		}
		return list, err
	}
	first := name + ":" + slug.Prefix(begin)
	tags, err := client.Tag.Query().
		Where(enttag.IDGTE(first), enttag.IDLT(first+"\U0010FFFF"), sql.FieldGT(l.Tagged.Count, 0)).
		Order(enttag.ByID()).Limit(maxCompared).All(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(tags, func(a, b *ent.Tag) int { return cmp.Compare(b.ProjectCount, a.ProjectCount) })
	for _, t := range tags[:min(len(tags), maxSuggestions)] {
		_, id, _ := strings.Cut(t.ID, ":")
		list = append(list, [2]string{id, tag.Name(t)})
	}
	return list, nil
}
