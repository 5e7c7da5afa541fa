package project

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// The columns of a project and its owner, in the order of scanProject. Hand-written SQL for the most frequent reads:
// Ent would run two queries, read all columns of the owner, and compose a statement in the time that SQLite takes to
// run it. Only a page reads the description's HTML.
const (
	listColumns = `SELECT p.id, p.created_at, p.updated_at, p.user_id, p.title, p.title_key, p.tagline, p.description, p.logo, p.cover_image,
p.stage, p.primary_category, p.secondary_categories, p.vibe_tools, p.custom_tools, p.monetization, p.looking_for, p.tags, p.links, p.media, p.impact,
p.launch_date, p.is_public, p.published_at, p.featured_at, p.featured_reason, p.hidden_at, p.is_awaiting, p.upvotes, p.downvotes, p.eligible_upvotes, p.eligible_downvotes, p.is_entered, p.rank, p.excerpt, p.comment_count, p.feedback_count, p.feedback_thread_id,
p.first_answer_at, p.via, p.short, p.build_code, p.build_hours, p.build_cost, p.build_lesson, p.alive, p.alive_share, p.alive_checked_at, u.username, u.display_name, u.viber_tag, u.avatar, u.deleted_at`
	pageColumns  = `, p.description_version, p.description_html, p.publish_on_restore`
	fromProjects = `
FROM projects p JOIN users u ON u.id = p.user_id WHERE `
)

// selection is a WHERE clause on projects p: conditions joined by AND, and their arguments.
type selection struct {
	conditions []string
	args       []any
}

func public() *selection { return new(selection).where("p.is_public") }

// Gone is the state of a project whose links have not answered for 30 days. Lists leave it out.
const Gone = "gone"

// unchecked is the state of a project before the first check of its links.
const unchecked = "unknown"

// listed selects the public projects that lists show.
func listed() *selection { return public().where("p.alive <> ?", Gone) }

// where adds a condition with a question mark for each argument.
func (s *selection) where(condition string, args ...any) *selection {
	s.conditions = append(s.conditions, condition)
	s.args = append(s.args, args...)
	return s
}

func (s *selection) among(ids []uuid.UUID) *selection {
	if len(ids) == 0 {
		return s.where("1 = 0")
	}
	return s.where("p.id IN ("+marks(ids)+")", anys(ids)...)
}

func (s *selection) notAmong(ids []uuid.UUID) *selection {
	if len(ids) == 0 {
		return s
	}
	return s.where("p.id NOT IN ("+marks(ids)+")", anys(ids)...)
}

// clone returns a copy to which conditions can be added.
func (s *selection) clone() *selection {
	return &selection{slices.Clone(s.conditions), slices.Clone(s.args)}
}

// marks returns a question mark for each id.
func marks(ids []uuid.UUID) string { return "?" + strings.Repeat(", ?", len(ids)-1) }

func anys[T any](values []T) []any {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return args
}

// text returns the clause with numbered arguments, which both databases understand.
func (s *selection) text() string {
	text := strings.Join(s.conditions, " AND ")
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, found := strings.Cut(text, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("$" + strconv.Itoa(n))
		text = after
	}
}

func (s *selection) count(ctx context.Context, db *store.DB) (n int, err error) {
	err = db.Reads().QueryRowContext(ctx, "SELECT count(*) FROM projects p WHERE "+s.text(), s.args...).Scan(&n)
	return n, err
}

// countUpTo counts the selected projects, at most n of them.
func (s *selection) countUpTo(ctx context.Context, db *store.DB, n int) (found int, err error) {
	err = db.Reads().QueryRowContext(ctx, "SELECT count(*) FROM (SELECT p.id FROM projects p WHERE "+s.text()+" LIMIT "+
		strconv.Itoa(n)+") AS found", s.args...).Scan(&found)
	return found, err
}

// of returns those of some projects that are selected.
func (s *selection) of(ctx context.Context, db *store.DB, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	wanted := s.among(ids)
	rows, err := db.Reads().QueryContext(ctx, "SELECT p.id FROM projects p WHERE "+wanted.text(), wanted.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[uuid.UUID]bool, len(ids))
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		found[id] = true
	}
	return found, rows.Err()
}

// read returns the selected projects with their owners, for lists: without the description's HTML. rest is the SQL
// after the conditions: order and limit.
func (s *selection) read(ctx context.Context, db *store.DB, rest string) (found []*ent.Project, err error) {
	rows, err := db.Reads().QueryContext(ctx, listColumns+fromProjects+s.text()+rest, s.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		p := new(ent.Project)
		if err := scanProject(rows.Scan, p); err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, rows.Err()
}

// readPage returns one project with its owner and all columns, nil if there is none.
func (s *selection) readPage(ctx context.Context, db *store.DB) (*ent.Project, error) {
	p := new(ent.Project)
	row := db.Reads().QueryRowContext(ctx, listColumns+pageColumns+fromProjects+s.text(), s.args...)
	err := scanProject(row.Scan, p, &p.DescriptionVersion, &p.DescriptionHTML, &p.PublishOnRestore)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return p, markdown.Refresh(ctx, usersummary.Lookup(db),
		markdown.Row{Source: p.Description, HTML: &p.DescriptionHTML, Version: &p.DescriptionVersion})
}

// scanProject scans a row into p, and further columns into more.
func scanProject(scan func(dest ...any) error, p *ent.Project, more ...any) error {
	owner := new(ent.User)
	var published, featured, hidden, deleted, answered, checked sql.NullTime
	var thread uuid.NullUUID
	err := scan(append([]any{&p.ID, &p.CreatedAt, &p.UpdatedAt, &p.UserID, &p.Title, &p.TitleKey, &p.Tagline,
		&p.Description, &p.Logo, &p.CoverImage,
		&p.Stage, &p.PrimaryCategory, (*store.StringList)(&p.SecondaryCategories), (*store.StringList)(&p.VibeTools),
		(*store.StringList)(&p.CustomTools), &p.Monetization,
		(*store.StringList)(&p.LookingFor), (*store.StringList)(&p.Tags), object{&p.Links}, object{&p.Media},
		object{&p.Impact},
		&p.LaunchDate, &p.IsPublic, &published, &featured, &p.FeaturedReason, &hidden, &p.IsAwaiting, &p.Upvotes,
		&p.Downvotes, &p.EligibleUpvotes, &p.EligibleDownvotes, &p.IsEntered, &p.Rank, &p.Excerpt, &p.CommentCount,
		&p.FeedbackCount, &thread, &answered, &p.Via, &p.Short,
		&p.BuildCode, &p.BuildHours, &p.BuildCost, &p.BuildLesson, &p.Alive, &p.AliveShare, &checked,
		&owner.Username, &owner.DisplayName, &owner.ViberTag, &owner.Avatar, &deleted}, more...)...)
	if err != nil {
		return fmt.Errorf("read a project: %w", err)
	}
	p.PublishedAt, p.FeaturedAt, p.HiddenAt = store.TimeOf(published), store.TimeOf(featured), store.TimeOf(hidden)
	p.FirstAnswerAt, p.AliveCheckedAt = store.TimeOf(answered), store.TimeOf(checked)
	if thread.Valid {
		p.FeedbackThreadID = &thread.UUID
	}
	owner.DeletedAt = store.TimeOf(deleted)
	owner.ID = p.UserID
	p.Edges.Owner = owner
	return nil
}

type object struct{ into any }

func (o object) Scan(value any) error {
	text, err := store.TextOf(value)
	if err != nil || text == "{}" {
		return err
	}
	return json.Unmarshal([]byte(text), o.into)
}
