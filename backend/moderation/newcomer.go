package moderation

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"uvboard/backend/board"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/approval"
	"uvboard/ent/user"
)

// What a newcomer may do, as docs/limits.md and the page /guidelines say.
const (
	linkPosts    = 3                   // approved posts with links to other sites, after which more show at once
	LinkInterval = 5 * time.Minute     // between two posts with links that wait
	maxWaiting   = 3                   // posts of one author that wait
	firstPosts   = 3                   // approved posts, after which more show at once where all first posts wait
	established  = 10                  // visible posts, after which a member is no newcomer there
	newAccount   = 30 * 24 * time.Hour // for which the sites of an account's projects are compared
	maxProjects  = 50                  // of new accounts that lead to other sites, within an hour; more wait
)

// Why a post waits, as in REST.
const (
	reasonLinks       = "links"
	reasonFirstPosts  = "first_posts"
	reasonWatchedWord = "watched_word"
	reasonSameSite    = "same_site"
	reasonMany        = "many_projects"
)

// Screener decides which posts wait for a moderator.
type Screener struct {
	*Service
	items     map[string]domain.ItemKind // by type
	published map[string]string          // by type, the column with the time at which others could first see an item
	origin    *url.URL                   // links to it are not screened
	interval  time.Duration              // between two posts with links that wait; 0 for no limit
}

// NewScreener returns a screener of what the domains contribute.
func NewScreener(s *Service, domains []domain.Domain, origin *url.URL, interval time.Duration) *Screener {
	out := &Screener{s, domain.ItemKinds(domains), map[string]string{}, origin, interval}
	for _, d := range domains {
		for _, p := range d.Published {
			if !p.ByID {
				out.published[p.Type] = p.Time
			}
		}
	}
	return out
}

// Listener returns the listener that screens what users publish. A post that must wait is hidden at the end of its
// transaction, by the means with which moderators hide it, so that every counter, list, feed and search follows, and
// its event is held back. When a moderator shows it, the event goes out.
func (s *Screener) Listener() event.Listener { return event.Listener{Screen: s.screen} }

// hidingKey is the context key of the post that screen hides, an *ent.Approval.
type hidingKey struct{}

func (s *Screener) screen(ctx context.Context, tx *ent.Client, e *event.Event) (held bool, err error) {
	kind, ok := s.items[e.Item.Type]
	if !ok || kind.Content == nil {
		return false, nil
	}
	switch e.Kind {
	case event.Published, event.Edited:
		if e.Actor == uuid.Nil || !e.Public {
			return false, nil
		}
		held, err = s.hold(ctx, tx, kind, *e)
	case event.Shown:
		if err = refuseSites(ctx, tx, e.Item.ID, false); err == nil {
			err = s.approved(ctx, tx, kind, e)
		}
	case event.Hidden:
		hides, _ := ctx.Value(hidingKey{}).(*ent.Approval)
		switch {
		case hides != nil && hides.TargetID == e.Item.ID:
			held = hides.IsNew // otherwise others have seen it, and hear that it is gone
		case e.Actor == uuid.Nil:
			err = refuseSites(ctx, tx, e.Item.ID, true)
		}
	case event.Deleted:
		_, err = tx.Approval.Delete().Where(approval.TargetID(e.Item.ID), approval.TargetType(e.Item.Type)).Exec(ctx)
	}
	if err != nil {
		return false, fmt.Errorf("screen a post: %w", err)
	}
	return held, nil
}

// hold decides whether a post that others would see waits for a moderator instead. Faults: rate limited; precondition
// if too many posts of the author wait; denied for an item that cannot be hidden.
func (s *Screener) hold(ctx context.Context, tx *ent.Client, kind domain.ItemKind, e event.Event) (bool, error) {
	u, err := tx.User.Query().Where(user.ID(e.Actor)).Select(user.FieldID, user.FieldRole, user.FieldCreatedAt,
		user.FieldLinkPostCount, user.FieldLinkPostedAt, user.FieldProjectCount, user.FieldForumThreadCount,
		user.FieldForumPostCount, user.FieldBlogPostCount, user.FieldBlogCommentCount).Only(ctx)
	if err != nil || auth.Moderates(u.Role) {
		return false, err
	}
	rules, err := board.ReadFirstPosts(ctx, tx)
	if err != nil {
		return false, err
	}
	isNew := u.LinkPostCount < linkPosts
	if !isNew && len(rules.WatchedWords) == 0 && rules.Wait != board.FirstPostsReview {
		return false, nil
	}
	says, err := kind.Content(ctx, tx, e.Item.ID)
	if err != nil || says.Author != u.ID { // as the feedback thread of a project, which its first reviewer makes
		return false, err
	}
	p := s.read(ctx, says)
	earlier, err := tx.Approval.Query().Where(approval.TargetID(e.Item.ID), approval.TargetType(e.Item.Type)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return false, err
	}
	post := &ent.Approval{UserID: u.ID, TargetType: e.Item.Type, TargetID: e.Item.ID, IsNew: e.Kind == event.Published}
	if words := p.watched(rules.WatchedWords); len(words) > 0 {
		post.Reason, post.Detail, post.Flags = reasonWatchedWord, words[0], words
	}
	sites, err := s.takeSites(ctx, tx, rules, u, post, says.Sites)
	if err != nil {
		return false, err
	}
	newcomer := isNew
	if rules.Wait == board.FirstPostsReview {
		if newcomer, err = s.isNewcomer(ctx, tx, u); err != nil {
			return false, err
		}
	}
	if newcomer && rules.Wait != board.FirstPostsOpen {
		post.Flags = append(post.Flags, p.links...)
	}
	switch unseen := !seen(earlier, post.Flags); {
	case post.Reason == "" && newcomer && rules.Wait == board.FirstPostsReview && (post.IsNew || unseen):
		if p.isEmpty() { // such as a change of the stage
			return false, nil
		}
		post.Reason = reasonFirstPosts
	case post.Reason == "" && newcomer && rules.Wait == board.FirstPostsLinks && unseen:
		post.Reason = reasonLinks
	case post.Reason == "" || !unseen:
		if rules.Wait == board.FirstPostsOpen && isNew && post.IsNew && len(p.links) > 0 {
			return false, countLinkPost(ctx, tx, u.ID)
		}
		return false, nil
	}
	post.Flags = append(post.Flags, sites...)
	moderated, ok := s.kinds[kind.Type]
	if !ok || moderated.SetHidden == nil {
		return false, fault.Denied("CANNOT_WAIT", cannotWait(kind, post))
	}
	if err := s.admit(ctx, tx, u, post); err != nil {
		return false, err
	}
	s.db.AtEnd(ctx, func(ctx context.Context, tx *ent.Client) error { return s.wait(ctx, tx, moderated, post) })
	return true, nil
}

// cannotWait says why an item that cannot be hidden is refused.
func cannotWait(kind domain.ItemKind, post *ent.Approval) string {
	noun := strings.ToLower(kind.Noun)
	switch post.Reason {
	case reasonWatchedWord:
		return fmt.Sprintf("The word “%s” cannot be in a %s here. Please use another one.", post.Detail, noun)
	case reasonLinks:
		return fmt.Sprintf("A new account cannot put links to other sites into a %s. Please leave them out.", noun)
	default:
		return fmt.Sprintf("A new account cannot make a %s yet. Write %d other posts first.", noun, firstPosts)
	}
}

// isNewcomer reports whether all posts of a user wait where first posts do.
func (s *Screener) isNewcomer(ctx context.Context, tx *ent.Client, u *ent.User) (bool, error) {
	if u.ProjectCount+u.ForumThreadCount+u.ForumPostCount+u.BlogPostCount+u.BlogCommentCount > established {
		return false, nil
	}
	n, err := tx.Approval.Query().Where(approval.UserID(u.ID), approval.IsOpen(false), approval.IsRefused(false)).
		Count(ctx)
	return n < firstPosts, err
}

// seen reports whether a moderator has approved all flags with an earlier version of the post.
func seen(earlier *ent.Approval, flags []string) bool {
	known := earlier != nil && !earlier.IsOpen && !earlier.IsRefused
	return !slices.ContainsFunc(flags, func(f string) bool { return !known || !slices.Contains(earlier.Flags, f) })
}

// admit bounds how much of an author waits. Faults: rate limited, precondition.
func (s *Screener) admit(ctx context.Context, tx *ent.Client, u *ent.User, post *ent.Approval) error {
	now := s.now()
	since := now.Add(-s.interval)
	if post.Reason == reasonLinks {
		// one statement, so that simultaneous posts cannot bypass it
		n, err := tx.User.Update().Where(user.ID(u.ID), user.Or(user.LinkPostedAtIsNil(), user.LinkPostedAtLTE(since))).
			SetLinkPostedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			if u, err = tx.User.Query().Where(user.ID(u.ID)).Select(user.FieldLinkPostedAt).Only(ctx); err != nil {
				return err
			}
			why := fmt.Sprintf("New accounts can post links every %.0f minutes.", s.interval.Minutes())
			return fault.Limited(why, u.LinkPostedAt.Sub(since))
		}
	}
	n, err := tx.Approval.Query().Where(approval.UserID(u.ID), approval.IsOpen(true),
		approval.TargetIDNEQ(post.TargetID)).Count(ctx)
	if err == nil && n >= maxWaiting {
		err = fault.Precondition("POSTS_WAITING", fmt.Sprintf(
			"%d of your posts wait for a moderator. You can post this when one of them has been looked at.", n))
	}
	return err
}

// wait hides a post until a moderator has looked at it. It runs at the end of the transaction of the post.
func (s *Screener) wait(ctx context.Context, tx *ent.Client, kind domain.Moderated, post *ent.Approval) error {
	item, now := event.Item{Type: kind.Type, ID: post.TargetID}, s.now()
	if _, err := kind.SetHidden(context.WithValue(ctx, hidingKey{}, post), tx, post.TargetID, true); err != nil {
		return fmt.Errorf("hide a post that waits: %w", err)
	}
	set, args := "is_awaiting = TRUE", []any{post.TargetID}
	if column := s.published[kind.Type]; column != "" && post.IsNew {
		// It is new when a moderator approves it, unless it was published long ago.
		set += fmt.Sprintf(", %[1]s = CASE WHEN %[1]s > $2 THEN NULL ELSE %[1]s END", column)
		args = append(args, now.Add(-time.Minute))
	}
	if _, err := tx.ExecContext(ctx, "UPDATE "+kind.Table+" SET "+set+" WHERE id = $1", args...); err != nil {
		return fmt.Errorf("mark a post that waits: %w", err)
	}
	if _, err := tx.Approval.Delete().Where(approval.TargetID(item.ID), approval.TargetType(item.Type)).
		Exec(ctx); err != nil {
		return err
	}
	return tx.Approval.Create().SetID(store.NewID(now)).SetUserID(post.UserID).SetTargetType(item.Type).
		SetTargetID(item.ID).SetReason(post.Reason).SetDetail(letters.Cut(post.Detail, 200)).SetFlags(post.Flags).
		SetIsNew(post.IsNew).SetCreatedAt(now).Exec(ctx)
}

// approved ends the wait of a post that a moderator shows, or takes back its refusal. If nobody has seen it before, the
// event becomes that of its publication by its author.
func (s *Screener) approved(ctx context.Context, tx *ent.Client, kind domain.ItemKind, e *event.Event) error {
	post, err := tx.Approval.Query().Where(approval.TargetID(e.Item.ID), approval.TargetType(e.Item.Type),
		approval.Or(approval.IsOpen(true), approval.IsRefused(true))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	says, err := kind.Content(ctx, tx, e.Item.ID)
	if err != nil {
		return err
	}
	// What has been looked at is the text as it is now.
	p := s.read(ctx, says)
	if err := tx.Approval.UpdateOneID(post.ID).SetIsOpen(false).SetIsRefused(false).
		SetFlags(append(p.links, post.Flags...)).Exec(ctx); err != nil {
		return err
	}
	if err := s.mark(ctx, tx, kind.Table, e.Item.ID, false); err != nil {
		return err
	}
	if len(p.links) > 0 {
		if err := countLinkPost(ctx, tx, post.UserID); err != nil {
			return err
		}
	}
	if post.IsNew && e.Public {
		e.Kind, e.Actor = event.Published, post.UserID
		e.Text, err = markdown.Refs(ctx, says.Markdown, markdown.Lookup{Members: usersummary.Members(tx)})
	}
	return err
}

// mark says whether a post waits.
func (s *Service) mark(ctx context.Context, tx *ent.Client, table string, id uuid.UUID, waits bool) error {
	_, err := tx.ExecContext(ctx, "UPDATE "+table+" SET is_awaiting = $1 WHERE id = $2", waits, id)
	return err
}

// countLinkPost counts a post with links to other sites that others may see.
func countLinkPost(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	return tx.User.Update().Where(user.ID(id), user.LinkPostCountLT(linkPosts)).AddLinkPostCount(1).Exec(ctx)
}

// reading is a post as the rules read it.
type reading struct {
	text  string   // all that a reader sees
	links []string // of its texts, to sites other than the board and those in its own fields
}

func (r reading) isEmpty() bool { return strings.TrimSpace(r.text) == "" }

// read reads a post. It cannot fail without a Lookup.
func (s *Screener) read(ctx context.Context, says domain.Content) reading {
	found, _ := markdown.Refs(ctx, says.Markdown, markdown.Lookup{})
	own := map[string]bool{}
	for _, address := range says.Sites {
		own[siteOf(address)] = true
	}
	r := reading{text: strings.Join(slices.Concat(says.Lines, []string{markdown.Plain(markdown.HTML(says.Markdown))},
		says.Sites, found.Links), "\n")}
	links := found.Links
	for _, line := range says.Lines {
		links = append(links, addresses(line)...)
	}
	for _, link := range links {
		u, err := url.Parse(link)
		if (err != nil || !strings.EqualFold(u.Host, s.origin.Host)) && !own[siteOf(link)] &&
			!slices.Contains(r.links, link) {
			r.links = append(r.links, link)
		}
	}
	return r
}

// addresses returns the web addresses in a text without Markdown.
func addresses(line string) (found []string) {
	for _, word := range strings.Fields(line) {
		if lower := strings.ToLower(word); strings.Contains(lower, "https://") || strings.Contains(lower, "http://") ||
			strings.HasPrefix(lower, "www.") {
			found = append(found, word)
		}
	}
	return found
}

// watched returns the watched words that are in a post as whole words, without regard to case and accents, to
// characters that nobody sees, and to how much white space is between words.
func (r reading) watched(words []string) (found []string) {
	if len(words) == 0 {
		return nil
	}
	text := visible(r.text)
	for _, word := range words {
		if hasWord(text, visible(word)) {
			found = append(found, word)
		}
	}
	return found
}

// visible returns a text in the form in which watched words are looked for: folded, without invisible characters, such
// as soft hyphens and zero width spaces, and with one space for all white space between words.
func visible(text string) string {
	return strings.Join(strings.Fields(letters.Fold(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, text))), " ")
}

// hasWord reports whether a folded text has a folded word that is not a part of a longer one.
func hasWord(text, word string) bool {
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[to:])
		if !inWord(before) && !inWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		at = from + size
	}
	return false
}

func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// ReportByBoard reports an item to the moderators on behalf of the board itself, for a reason as in REST, such as
// "spam". The details say what was noticed. Nothing is hidden.
func ReportByBoard(ctx context.Context, tx *ent.Client, item event.Item, reason, details string, now time.Time) error {
	err := tx.Report.Create().SetID(store.NewID(now)).SetTargetType(item.Type).SetTargetID(item.ID).SetReason(reason).
		SetDetails("Reported automatically: " + details).SetInGoodStanding(false).SetCreatedAt(now).SetUpdatedAt(now).
		Exec(ctx)
	if err == nil {
		err = addToCase(ctx, tx, item.Type, item.ID, false, now)
	}
	if err != nil {
		return fmt.Errorf("report by the board: %w", err)
	}
	return nil
}
