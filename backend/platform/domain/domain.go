// Package domain defines the contributions of a domain, such as project or forum, to features that cross domains. Each
// domain fills a Domain, backend/product lists them, and the features range over the list and import no domain.
package domain

import (
	"context"
	"fmt"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/predicate"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// Domain is the contribution of one domain. Every field but Name is optional.
type Domain struct {
	Name string // such as "project"

	Services []server.Service // Connect services, which REST and gRPC clients call too
	Routes   []server.Route   // HTTP handlers that proto cannot describe, such as uploads
	Cached   []string         // paths and procedures whose responses to anonymous GETs are cached
	Pages    web.Pages        // pages, first data, feeds and sitemaps
	Jobs     []jobs.Job
	Mails    []mail.Message // an example of each mail that it sends

	Votable   []Votable
	Moderated []Moderated
	Notices   []Notice
	Items     []ItemKind // kinds that others refer to and that are not moderated
	Published []Published
	Search    []Searchable
	Tagged    []Tagged
	Uploads   []UploadUse
	Activity  []Activity
	Exports   []Export
	Listeners []event.Listener // to the events of all domains

	Checks  []Check  // of its counters and other derived data
	Counted []string // tables that the checks with a Set read or change: locked while doctor repairs

	// A user who deletes the account chooses between erasing and anonymising its content. Each of these functions does
	// a bounded part of the work, so it is called until more is false.

	// ErasePrivate deletes data that only the user sees, in both cases. Rows on which nothing depends have a private
	// Export instead.
	ErasePrivate func(ctx context.Context, userID uuid.UUID) (more bool, err error)
	// Erase deletes the content of the user.
	Erase func(ctx context.Context, userID uuid.UUID) (more bool, err error)
	// Anonymise removes the user's name from data derived from the content, such as preview cards. It starts at a
	// position and returns the next one. The users row is already without a name.
	Anonymise func(ctx context.Context, user *ent.User, from uuid.UUID) (next uuid.UUID, more bool, err error)
	// Owns matches users who own rows of the domain, those of private exports apart. The row of an erased user is
	// deleted when no domain matches it.
	Owns predicate.User
	// Keeps matches users whose row stays after their erasure, without a name, because the domain keeps rows that refer
	// to it.
	Keeps     predicate.User
	Deletions []Deletion
}

// Notice is a kind of notifications that a domain causes.
type Notice struct {
	Kind  string // as in REST, such as "reply"
	Email bool   // by email too, unless the user changes that
	Own   bool   // about items of the user: also those that others do not see
	// Anonymous is set where the user is not told who did it.
	Anonymous bool
	Off       bool // not at all, unless the user changes that
	// On reports whether an event may cause notifications. It runs in the transaction of the event.
	On func(e event.Event) bool
	// Of returns what the users are told about the event, nil for nothing. It runs later.
	Of func(ctx context.Context, client *ent.Client, e event.Event) (*Told, error)
	// Line says a notification in one sentence, with the words of features/notification/words.ts. Further lines are
	// in emails and push notifications only.
	Line func(s Said) string
}

// Said is what the sentence of a notification is about.
type Said struct {
	Who    string // such as "ada and 2 others"
	People int
	Title  string // in quotation marks
	Detail string
	Reason string // of a decision of a moderator
}

// Says is a Notice.Line of a verb, such as "replied in".
func Says(verb string) func(Said) string {
	return func(s Said) string { return s.Who + " " + verb + " " + s.Title }
}

// Told is what users are told about an event.
type Told struct {
	Item      event.Item // what the notification shows and leads to; zero for the item of the event
	SubjectID uuid.UUID  // the item that groups it, such as the thread of a reply
	Detail    string     // see Notification.detail in the proto
	Source    uuid.UUID  // of which each user is told once; uuid.Nil for the item
	NotByMail bool       // another mail says it
	// To returns up to limit users after an id, in the order of ids.
	To func(ctx context.Context, after uuid.UUID, limit int) ([]uuid.UUID, error)
}

// ToUsers is a Told.To for a few users.
func ToUsers(ids ...uuid.UUID) func(context.Context, uuid.UUID, int) ([]uuid.UUID, error) {
	return func(_ context.Context, after uuid.UUID, _ int) ([]uuid.UUID, error) {
		if after != uuid.Nil {
			return nil, nil
		}
		return ids, nil
	}
}

// Votable is a kind of content that users vote on. Its table has the columns id, user_id (the owner), upvotes,
// downvotes, eligible_upvotes and eligible_downvotes.
type Votable struct {
	Type       string // the target type of its votes, such as "project"
	Table      string
	Visible    string // SQL condition under which everybody sees an item and may vote on it
	Title      string // the column with its title; empty for content without one
	RankedFrom string // the time column that the trending rank starts from; the table then has rank and is_entered
	Noun       string // in error messages, such as "Project"

	Lists      []pb.LiveList // that show its votes
	ParentType string        // the type of the item that it belongs to, such as "forum_thread"; empty for none
	Parent     string        // the column with the id of that

	UpvotesOnly bool   // downvotes are refused
	Popularity  string // a further column, which counts the eligible upvotes of the last 30 days; empty for none
}

// ItemKind is a kind of items that other domains refer to, such as in a report or a list of saved items. Its table has
// the column id.
type ItemKind struct {
	Type    string // such as "forum_thread"
	Table   string
	Visible string // SQL condition under which everybody sees an item
	Noun    string // in error messages, such as "Thread"
	// Targets returns items, also hidden and deleted ones. It omits items without a row.
	Targets func(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]Target, error)
	// Content returns what an existing item says. It is nil if no such item has to wait for a moderator.
	Content func(ctx context.Context, client *ent.Client, id uuid.UUID) (Content, error)
	// Webhooks are the events of webhooks about an item, as in REST, by the kind of event.
	Webhooks map[event.Kind]string
	// WebhooksIn are those of an event in an item of another type, in place of Webhooks.
	WebhooksIn map[string]map[event.Kind]string
}

// Moderated is a kind of content that users report and moderators act on.
type Moderated struct {
	ItemKind
	Owner string // the column with the id of the owner; null for an item without one
	// SetHidden hides an item from everyone but its owner and admins, or shows it again, with its counters, in the
	// transaction that records the action. It reports whether that changed anything. It is nil if such items cannot be
	// hidden.
	SetHidden func(ctx context.Context, tx *ent.Client, id uuid.UUID, hidden bool) (changed bool, err error)
}

// Content is what an item says, for the rules that send it to a moderator.
type Content struct {
	Author   uuid.UUID // uuid.Nil if there is none
	Lines    []string  // texts without Markdown, such as the title
	Markdown string
	// Sites are the addresses in fields made for them, such as the live demo of a project. Links in texts are not here.
	Sites []string
}

// Target is an item as moderators see it. Others see it only if it is visible; see VisibleTargets.
type Target struct {
	ID        uuid.UUID
	Title     string         // a reply has the title of its thread, a comment that of its story
	Text      string         // the start as plain text, of at most MaxTargetText characters
	Path      string         // of the page that shows it; a URL for an article of another site
	Image     string         // URL of the picture on its card; empty if there is none
	Votes     *pb.VoteCounts // of a kind that is Published; nil if users cannot vote on it
	Owner     *ent.User      // nil if there is none
	Via       string         // what the owner wrote it with; empty for a session
	IsHidden  bool
	IsDeleted bool
	IsPrivate bool // only its owner and admins see it: a draft, or a part of one
}

// MaxTargetText is the greatest length of Target.Text.
const MaxTargetText = 300

// Searchable is a kind of content that search finds. Its table has the column id. A domain adds an item's document with
// search.Put, in the transaction that changes the item, and removes it with search.Remove.
type Searchable struct {
	Kind    string // of its documents, such as "project"
	Table   string
	Visible string // the boolean column of items that have a document; empty if all have one
	// Docs returns the documents of items that have one. It runs in a transaction that has locked the items.
	Docs func(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error)
}

// Tagged is a kind of content with tags. Its table has the column id. A domain stores the tags of an item with tag.Set,
// in the transaction that changes the item.
type Tagged struct {
	tag.Target
	Table   string
	Visible string // the boolean column of items that tags list; empty if they list all
	// Items returns those items after an id, in the order of ids, with tags that are not resolved yet.
	Items func(ctx context.Context, client *ent.Client, after uuid.UUID, limit int) ([]tag.Item, error)
}

// ErasePrivate deletes some of the rows that a private export is of.
func (e Export) ErasePrivate(ctx context.Context, db *store.DB, userID uuid.UUID) (more bool, err error) {
	const batch = 200
	table, column, _ := strings.Cut(e.Of, ".")
	err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		deleted, err := tx.ExecContext(ctx,
			fmt.Sprintf("DELETE FROM %[1]s WHERE id IN (SELECT id FROM %[1]s WHERE %[2]s = $1 LIMIT %[3]d)", table,
				column, batch), userID)
		if err != nil {
			return err
		}
		n, err := deleted.RowsAffected()
		more = n > 0
		return err
	})
	return more, err
}

// Owners matches users to whom a column refers, such as "follows.user_id".
func Owners(column string) predicate.User {
	table, name, _ := strings.Cut(column, ".")
	return func(users *entsql.Selector) {
		rows := entsql.Table(table)
		users.Where(entsql.Exists(entsql.Select(rows.C(name)).From(rows).
			Where(entsql.ColumnsEQ(rows.C(name), users.C(user.FieldID)))))
	}
}

// Collect concatenates one field of all domains, in the order of the domains.
func Collect[T any](domains []Domain, field func(Domain) []T) []T {
	var all []T
	for _, d := range domains {
		all = append(all, field(d)...)
	}
	return all
}

// UploadUse is a kind of content that shows uploads. Its table has the columns id and user_id (the owner). A domain
// claims the uploads of an item with media.Service.Claim and releases them with Release.
type UploadUse struct {
	Kind      string // in upload_uses, such as "project"
	Table     string
	Visible   string // SQL condition under which everybody sees an item, and so its uploads
	Hidden    string // SQL condition under which moderators see an item too that is hidden; empty for none
	Ownerless bool   // the items belong to the board: the table has no user_id
}

// Deletion finishes the deletion of items that are too large for one transaction, because many rows depend on them.
// Such an item is marked as deleted and hidden at once.
type Deletion struct {
	What string // such as "project"
	// Pending lists items marked as deleted, oldest deletion first.
	Pending func(ctx context.Context, limit int) ([]uuid.UUID, error)
	// Continue deletes a bounded part of an item and reports whether there is more.
	Continue func(ctx context.Context, id uuid.UUID) (more bool, err error)
}

// Export is a file or a folder in the archive of a user's data.
type Export struct {
	Name  string // such as "projects.json" or "uploads/"
	About string // one line in the archive's README
	// Of is the column that refers to the user of its rows, such as "votes.user_id". Tests require an Export, and an
	// erasure, of every such column.
	Of      string
	Content bool // the rows stay, without the user's name, if the user chooses to anonymise the content
	// Private is set where nothing but the user depends on the rows of Of: they are deleted with the account, whatever
	// the user chooses, and the row of the user stays until they are.
	Private bool
	// Write writes it. It is nil if the Export before writes this one too.
	Write func(ctx context.Context, w *archive.Writer, user *ent.User) error
}
