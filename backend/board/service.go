// Package board keeps the settings of the board: its name, look and rules, and its own texts of pages such as Privacy.
package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // a server need not have the time zones

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/board"
	"uvboard/ent/schema"
)

// Kind is the target type of the settings, and the kind of use of their uploads.
const Kind = vote.BoardSettings

// rowID is the id of the only row.
var rowID = uuid.MustParse("00000000-0000-7000-8000-000000000001")

// Values of Registration and DefaultTheme, as in REST.
const (
	open   = "open"
	closed = "closed"
	invite = "invite"
	dark   = "dark"
)

// Defaults where the row and the server's settings say nothing.
const (
	defaultTagline = "A space to share, discuss and grow projects built with AI-assisted tools."
	defaultFounded = 2024
	defaultZone    = "UTC"
)

// Settings are what the server is configured for, and its values for what the row leaves empty.
type Settings struct {
	Name, ContactEmail       string
	Donations, VibeKit, Mail bool
	Passkeys                 bool
	StrongPasswords          bool
	Providers                []Provider
}

// Provider is a service by which users log in.
type Provider struct{ ID, Name string }

// Service reads and changes the settings of the board.
type Service struct {
	db       *store.DB
	uploads  *media.Service
	settings Settings
	now      func() time.Time
	current  atomic.Pointer[snapshot]
}

// snapshot is the row as it was at a version of the data.
type snapshot struct {
	version uint64
	board   *ent.Board
}

// NewService returns a service on db; now is the clock.
func NewService(db *store.DB, uploads *media.Service, settings Settings, now func() time.Time) *Service {
	return &Service{db: db, uploads: uploads, settings: settings, now: store.Clock(now)}
}

// columns are those that every page shows.
var columns = slices.DeleteFunc(slices.Clone(board.Columns), func(name string) bool {
	return name == board.FieldBlockedMailDomains || name == board.FieldAllowedMailDomains
})

// Get returns the settings without the lists of mail domains, with the defaults for empty fields. The caller must not
// change them. They are read again after every write to the database by this server, or by another one that has told
// this one. While the database cannot be reached, they are the last known ones.
func (s *Service) Get(ctx context.Context) (*ent.Board, error) {
	version, kept := s.db.Version(), s.current.Load()
	if kept != nil && kept.version == version {
		return kept.board, nil
	}
	b, err := s.read(store.OnPrimary(ctx), columns) // a standby may lack the write that changed the version
	if kept != nil && store.Unreachable(err) {
		return kept.board, nil // reads go on while there is no primary
	}
	if err != nil {
		return nil, err
	}
	s.current.Store(&snapshot{version, b})
	return b, nil
}

// GetSettings returns all settings, with the defaults for empty fields. The access option admits admins only.
func (s *Service) GetSettings(ctx context.Context) (*ent.Board, error) {
	return s.read(store.OnPrimary(ctx), board.Columns) // what was just saved
}

// read reads columns of the row, with their defaults.
func (s *Service) read(ctx context.Context, columns []string) (*ent.Board, error) {
	b, err := s.db.Client().Board.Query().Where(board.ID(rowID)).Select(columns...).First(ctx)
	if ent.IsNotFound(err) {
		b, err = &ent.Board{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings of the board: %w", err)
	}
	s.complete(b)
	return b, nil
}

func (s *Service) complete(b *ent.Board) {
	b.Name = cmp.Or(b.Name, s.settings.Name)
	b.Tagline = cmp.Or(b.Tagline, defaultTagline)
	b.ContactEmail = cmp.Or(b.ContactEmail, s.settings.ContactEmail)
	b.Registration = cmp.Or(b.Registration, open)
	b.FoundedYear = cmp.Or(b.FoundedYear, defaultFounded)
	b.DefaultTheme = cmp.Or(b.DefaultTheme, dark)
	b.TimeZone = cmp.Or(b.TimeZone, defaultZone)
	if b.MinAccountHours == nil {
		b.MinAccountHours = new(vote.MinAccountHours)
	}
	if b.EntryVotes == nil {
		b.EntryVotes = new(vote.EntryVotes)
	}
	b.FirstPosts = cmp.Or(b.FirstPosts, FirstPostsLinks)
}

// readTime is how long Now waits for the database.
const readTime = 2 * time.Second

// Now is Get for the name in a page or a mail, which must not fail for want of it: if the settings cannot be read, it
// logs that and returns the last known ones, or the defaults.
func (s *Service) Now() *ent.Board {
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	b, err := s.Get(ctx)
	if err == nil {
		return b
	}
	slog.Warn("the last known settings of the board apply", "error", err.Error())
	if kept := s.current.Load(); kept != nil {
		return kept.board
	}
	b = &ent.Board{}
	s.complete(b)
	return b
}

// Name returns the board's name, see Now.
func (s *Service) Name() string { return s.Now().Name }

// TimeZone returns the name of the time zone; see Now.
func (s *Service) TimeZone() string { return s.Now().TimeZone }

// Location returns the time zone; see Now.
func (s *Service) Location() *time.Location {
	zone, err := time.LoadLocation(s.TimeZone())
	if err != nil { // Update has checked the name
		slog.Warn("UTC is the time zone", "error", err.Error())
		return time.UTC
	}
	return zone
}

// Voting returns the age from which the votes of an account are eligible, and the eligible upvotes with which a project
// enters rankings; see Now.
func (s *Service) Voting() (minAge time.Duration, entryVotes int) {
	b := s.Now()
	return time.Duration(*b.MinAccountHours) * time.Hour, *b.EntryVotes
}

// ContactEmail returns the contact address, empty if there is none; see Now.
func (s *Service) ContactEmail() string { return s.Now().ContactEmail }

// Rules say what a new account needs.
type Rules struct {
	Invitation, ProofOfWork bool

	closed                                 bool
	blockedMailDomains, allowedMailDomains []string
}

// WithoutMailDomains returns the rules for a person whose email address may be of any domain.
func (r Rules) WithoutMailDomains() Rules {
	r.blockedMailDomains, r.allowedMailDomains = nil, nil
	return r
}

// RulesOf reads the rules for new accounts.
func RulesOf(ctx context.Context, client *ent.Client) (Rules, error) {
	row, err := client.Board.Query().Where(board.ID(rowID)).Select(board.FieldRegistration, board.FieldProofOfWork,
		board.FieldBlockedMailDomains, board.FieldAllowedMailDomains).Only(ctx)
	if ent.IsNotFound(err) {
		return Rules{}, nil
	}
	if err != nil {
		return Rules{}, fmt.Errorf("read the rules for new accounts: %w", err)
	}
	return Rules{
		Invitation: row.Registration == invite, ProofOfWork: row.ProofOfWork, closed: row.Registration == closed,
		blockedMailDomains: row.BlockedMailDomains, allowedMailDomains: row.AllowedMailDomains,
	}, nil
}

// CheckRegistration is RulesOf while registration is not closed. Fault: denied REGISTRATION_CLOSED.
func CheckRegistration(ctx context.Context, client *ent.Client) (Rules, error) {
	rules, err := RulesOf(ctx, client)
	if err == nil && rules.closed {
		err = fault.Denied("REGISTRATION_CLOSED", "Registration is closed on this board.")
	}
	return rules, err
}

// Values of FirstPosts, as in REST.
const (
	FirstPostsOpen   = open
	FirstPostsLinks  = "links"
	FirstPostsReview = "review"
)

// FirstPosts are the rules by which posts wait for a moderator.
type FirstPosts struct {
	Wait         string   // which of the first posts: open, links or review
	WatchedWords []string // send a text of anybody to review
}

// ReadFirstPosts reads the rules in a transaction.
func ReadFirstPosts(ctx context.Context, tx *ent.Client) (FirstPosts, error) {
	row, err := tx.Board.Query().Where(board.ID(rowID)).Select(board.FieldFirstPosts, board.FieldWatchedWords).
		Only(ctx)
	if ent.IsNotFound(err) {
		return FirstPosts{Wait: FirstPostsLinks}, nil
	}
	if err != nil {
		return FirstPosts{}, fmt.Errorf("read which posts wait: %w", err)
	}
	return FirstPosts{Wait: cmp.Or(row.FirstPosts, FirstPostsLinks), WatchedWords: row.WatchedWords}, nil
}

// PublicLogSince returns since when the log of moderation is public, nil if it is not.
func (s *Service) PublicLogSince(ctx context.Context) (*time.Time, error) {
	b, err := s.Get(ctx)
	if err != nil {
		return nil, err
	}
	return b.PublicLogAt, nil
}

// Change has the settings to change. A nil field keeps its value; an empty one restores the default.
type Change struct {
	Name, Tagline, Logo, Mark, Accent, ContactEmail, Registration, DefaultTheme, TimeZone *string

	FoundedYear *int

	MinAccountHours, EntryVotes *int // 0 is a value

	FooterLinks  *[]schema.FooterLink
	FirstPosts   *string
	WatchedWords *[]string
	PublicLog    *bool

	BlockedMailDomains, AllowedMailDomains *[]string
	ProofOfWork                            *bool
}

// Update changes the settings and records which, and returns all. The access option admits admins only. Fault: invalid.
func (s *Service) Update(ctx context.Context, admin *auth.Caller, in Change) (*ent.Board, error) {
	if err := in.check(s.now()); err != nil {
		return nil, err
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := s.lock(ctx, tx)
		if err != nil {
			return err
		}
		had := []string{row.Logo, row.Mark}
		changed := in.apply(row, s.now())
		if len(changed) == 0 {
			return nil
		}
		update := tx.Board.UpdateOneID(rowID).SetName(row.Name).SetTagline(row.Tagline).SetLogo(row.Logo).
			SetMark(row.Mark).SetAccent(row.Accent).
			SetContactEmail(row.ContactEmail).SetRegistration(row.Registration).SetDefaultTheme(row.DefaultTheme).
			SetTimeZone(row.TimeZone).
			SetFirstPosts(row.FirstPosts).SetWatchedWords(row.WatchedWords).
			SetFoundedYear(row.FoundedYear).SetFooterLinks(row.FooterLinks).
			SetNillableMinAccountHours(row.MinAccountHours).SetNillableEntryVotes(row.EntryVotes).
			SetBlockedMailDomains(row.BlockedMailDomains).SetAllowedMailDomains(row.AllowedMailDomains).
			SetProofOfWork(row.ProofOfWork).SetNillablePublicLogAt(row.PublicLogAt).SetUpdatedAt(s.now())
		if row.PublicLogAt == nil {
			update.ClearPublicLogAt()
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
		if err := s.uploads.Claim(ctx, tx, admin.UserID, media.Use{Kind: Kind, ID: rowID}, had,
			[]string{row.Logo, row.Mark}); err != nil {
			return uploadAgain(row, err)
		}
		if slices.ContainsFunc(changed, func(field string) bool { return strings.HasPrefix(field, "voting.") }) {
			e := event.Event{Kind: event.Changed, Item: event.Item{Type: Kind, ID: rowID}}
			if err := s.db.Emit(ctx, tx, e); err != nil {
				return err
			}
		}
		return s.record(ctx, tx, admin, strings.Join(changed, ", "))
	})
	if err != nil {
		return nil, fmt.Errorf("update the settings of the board: %w", err)
	}
	return s.GetSettings(ctx)
}

// lock reads the row and locks it until the transaction ends. It adds a missing one.
func (s *Service) lock(ctx context.Context, tx *ent.Client) (*ent.Board, error) {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO boards (id, created_at, updated_at, footer_links) VALUES ($1, $2, $2, '[]') ON CONFLICT (id) DO NOTHING",
		rowID, s.now())
	if err != nil {
		return nil, err
	}
	return tx.Board.Query().Where(board.ID(rowID), s.db.ForUpdate).Only(ctx)
}

func (s *Service) record(ctx context.Context, tx *ent.Client, admin *auth.Caller, changed string) error {
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: audit.Update, TargetType: Kind, Target: rowID,
		Reason: changed}, s.now())
}

// uploadAgain turns media.Gone into a fault of the field that has the removed upload.
func uploadAgain(b *ent.Board, err error) error {
	gone, ok := errors.AsType[media.Gone](err)
	if !ok {
		return err
	}
	field := "mark"
	if b.Logo == gone.Address {
		field = "logo"
	}
	return fault.Invalid(field, "This file was removed because nothing used it. Please upload it again.")
}

func (in *Change) check(now time.Time) error {
	if in.Accent != nil && *in.Accent != "" {
		if least := contrast(*in.Accent); least < minContrast {
			return fault.Invalid("accent",
				fmt.Sprintf("The contrast must be at least 3 in both themes; this color has %.1f", least))
		}
	}
	if in.FoundedYear != nil && *in.FoundedYear > now.Year() {
		return fault.Invalid("foundedYear", "Please enter a year from 1970 to the current one")
	}
	if in.TimeZone != nil && *in.TimeZone != "" {
		// Local is the server's zone, which is no name of the database.
		if _, err := time.LoadLocation(*in.TimeZone); err != nil || *in.TimeZone == "Local" {
			return fault.Invalid("timeZone", "Please choose a time zone such as Europe/Berlin")
		}
	}
	if err := cleanDomains(blockedField, in.BlockedMailDomains); err != nil {
		return err
	}
	return cleanDomains(allowedField, in.AllowedMailDomains)
}

// REST names of fields of newcomers.
const (
	blockedField = "newcomers.blockedMailDomains"
	allowedField = "newcomers.allowedMailDomains"
)

// apply changes the row and returns the REST names of what has changed.
func (in *Change) apply(row *ent.Board, now time.Time) (changed []string) {
	text := func(name string, field, value *string) {
		if value == nil {
			return
		}
		if clean := store.ToOneLine(*value); clean != *field {
			*field, changed = clean, append(changed, name)
		}
	}
	if in.Accent != nil {
		lower := strings.ToLower(*in.Accent)
		in.Accent = &lower
	}
	text("name", &row.Name, in.Name)
	text("tagline", &row.Tagline, in.Tagline)
	text("logo", &row.Logo, in.Logo)
	text("mark", &row.Mark, in.Mark)
	text("accent", &row.Accent, in.Accent)
	text("contactEmail", &row.ContactEmail, in.ContactEmail)
	text("registration", &row.Registration, in.Registration)
	text("defaultTheme", &row.DefaultTheme, in.DefaultTheme)
	text("timeZone", &row.TimeZone, in.TimeZone)
	text("firstPosts", &row.FirstPosts, in.FirstPosts)
	if in.FoundedYear != nil && *in.FoundedYear != row.FoundedYear {
		row.FoundedYear, changed = *in.FoundedYear, append(changed, "foundedYear")
	}
	number := func(name string, field **int, value *int) {
		if value != nil && (*field == nil || **field != *value) {
			*field, changed = value, append(changed, name)
		}
	}
	number("voting.minAccountHours", &row.MinAccountHours, in.MinAccountHours)
	number("voting.entryVotes", &row.EntryVotes, in.EntryVotes)
	if in.FooterLinks != nil && !slices.Equal(*in.FooterLinks, row.FooterLinks) {
		row.FooterLinks, changed = *in.FooterLinks, append(changed, "footerLinks")
	}
	if in.WatchedWords != nil {
		if words := cleanWords(*in.WatchedWords); !slices.Equal(words, row.WatchedWords) {
			row.WatchedWords, changed = words, append(changed, "watchedWords")
		}
	}
	if in.PublicLog != nil && *in.PublicLog != (row.PublicLogAt != nil) {
		// What was decided before was not written for everybody.
		row.PublicLogAt, changed = nil, append(changed, "publicLog")
		if *in.PublicLog {
			row.PublicLogAt = &now
		}
	}
	if in.BlockedMailDomains != nil && !slices.Equal(*in.BlockedMailDomains, row.BlockedMailDomains) {
		row.BlockedMailDomains, changed = *in.BlockedMailDomains, append(changed, blockedField)
	}
	if in.AllowedMailDomains != nil && !slices.Equal(*in.AllowedMailDomains, row.AllowedMailDomains) {
		row.AllowedMailDomains, changed = *in.AllowedMailDomains, append(changed, allowedField)
	}
	if in.ProofOfWork != nil && *in.ProofOfWork != row.ProofOfWork {
		row.ProofOfWork, changed = *in.ProofOfWork, append(changed, "newcomers.proofOfWork")
	}
	return changed
}

// cleanWords returns watched words on one line each, without empty ones and those that differ only in case or accents.
func cleanWords(words []string) []string {
	clean, known := []string{}, map[string]bool{}
	for _, word := range words {
		word = store.ToOneLine(word)
		if key := letters.Fold(word); key != "" && !known[key] {
			clean, known[key] = append(clean, word), true
		}
	}
	return clean
}

// pages are the pages whose text the admins may write, as in REST.
var pages = []string{"privacy", "terms", "about", "guidelines", "pricing"}

// Page is the board's own text of a page; empty if the page has the product's own.
type Page struct {
	Name, Content string
	HTML          string     // Content as sanitized HTML
	At            *time.Time // of the last change; nil if Content is empty
}

// GetPage returns a page. Fault: not found.
func (s *Service) GetPage(ctx context.Context, name string) (Page, error) {
	if !slices.Contains(pages, name) {
		return Page{}, errNoPage()
	}
	row, err := s.db.Client().BoardPage.Get(ctx, name)
	if ent.IsNotFound(err) {
		return Page{Name: name}, nil
	}
	if err != nil {
		return Page{}, fmt.Errorf("read a page of the board: %w", err)
	}
	return Page{Name: name, Content: row.Content, HTML: markdown.HTML(row.Content), At: &row.UpdatedAt}, nil
}

// SetPage changes the text of a page and records it; an empty text restores the product's own. The access option
// admits admins only. Fault: not found.
func (s *Service) SetPage(ctx context.Context, admin *auth.Caller, name, content string) (Page, error) {
	if !slices.Contains(pages, name) {
		return Page{}, errNoPage()
	}
	content = store.Clean(content)
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if _, err := s.lock(ctx, tx); err != nil { // one change at a time
			return err
		}
		row, err := tx.BoardPage.Get(ctx, name)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		switch {
		case row == nil && content == "" || row != nil && row.Content == content:
			return nil
		case content == "":
			err = tx.BoardPage.DeleteOneID(name).Exec(ctx)
		case row == nil:
			err = tx.BoardPage.Create().SetID(name).SetContent(content).SetUpdatedAt(s.now()).Exec(ctx)
		default:
			err = tx.BoardPage.UpdateOneID(name).SetContent(content).SetUpdatedAt(s.now()).Exec(ctx)
		}
		if err != nil {
			return err
		}
		return s.record(ctx, tx, admin, name)
	})
	if err != nil {
		return Page{}, fmt.Errorf("set a page of the board: %w", err)
	}
	return s.GetPage(ctx, name)
}

func errNoPage() error {
	return fault.NotFound("PAGE_NOT_FOUND", "There is no such page")
}
