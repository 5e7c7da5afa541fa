package moderation

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/report"
	"uvboard/ent/user"
)

// What a new account may do, as docs/limits.md and the page /guidelines say.
const (
	linkPosts    = 3               // the first posts with links to other sites, which the board reports
	LinkInterval = 5 * time.Minute // between two of them
)

// reasonOther is the reason of reports by the board.
const reasonOther = "other"

// ScreenLinks returns a listener that screens the first posts of a user with links to sites other than origin. It
// reports each such post to the moderators, once, and rejects a post within interval after the last; 0 rejects none.
// Admins are exempt. Fault: rate limited.
func ScreenLinks(origin *url.URL, interval time.Duration, now func() time.Time) event.Listener {
	now = store.Clock(now)
	return event.Listener{InTx: func(ctx context.Context, tx *ent.Client, e event.Event) error {
		if e.Actor == uuid.Nil || !linksAway(e.Text, origin) {
			return nil
		}
		if err := screenLinks(ctx, tx, e.Actor, e.Item, interval, now()); err != nil {
			return fmt.Errorf("screen links: %w", err)
		}
		return nil
	}}
}

// linksAway reports whether a text has a link to a site other than the board.
func linksAway(text markdown.Text, origin *url.URL) bool {
	for _, link := range text.Links {
		if u, err := url.Parse(link); err != nil || !strings.EqualFold(u.Host, origin.Host) {
			return true
		}
	}
	return false
}

func screenLinks(ctx context.Context, tx *ent.Client, userID uuid.UUID, item event.Item, interval time.Duration,
	now time.Time) error {
	u, err := linkPoster(ctx, tx, userID)
	if err != nil || u.IsAdmin || u.LinkPostCount >= linkPosts { // without a lock: the count never falls
		return err
	}
	reported, err := tx.Report.Query().Where(report.TargetType(item.Type), report.TargetID(item.ID),
		report.UserIDIsNil()).Exist(ctx)
	if err != nil || reported { // an edit of a post with links
		return err
	}
	since := now.Add(-interval)
	counted, err := tx.User.Update().
		Where(user.ID(userID), user.LinkPostCountLT(linkPosts),
			user.Or(user.LinkPostedAtIsNil(), user.LinkPostedAtLTE(since))).
		AddLinkPostCount(1).SetLinkPostedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	if u, err = linkPoster(ctx, tx, userID); err != nil {
		return err
	}
	switch {
	case counted == 1:
		details := fmt.Sprintf("Reported automatically: post %d of the first %d with links to other sites by a new account.", u.LinkPostCount, linkPosts)
		return tx.Report.Create().SetID(store.NewID(now)).SetTargetType(item.Type).SetTargetID(item.ID).
			SetReason(reasonOther).SetDetails(details).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	case u.LinkPostCount >= linkPosts: // another post was counted meanwhile
		return nil
	default:
		why := fmt.Sprintf("New accounts can post links every %.0f minutes.", interval.Minutes())
		return fault.Limited(why, u.LinkPostedAt.Sub(since))
	}
}

// linkPoster reads the counter and the role of a user. The row exists: it is deleted only after all content of the
// user.
func linkPoster(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.User, error) {
	return tx.User.Query().Where(user.ID(id)).Select(user.FieldIsAdmin, user.FieldLinkPostCount,
		user.FieldLinkPostedAt).Only(ctx)
}
