package moderation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/ent"
	"uvboard/ent/approval"
	"uvboard/ent/newcomersite"
)

// Actions in the audit log about posts that wait.
const (
	approve = "approve"
	refuse  = "refuse"
)

// Bounds of a waiting post as moderators see it.
const (
	maxApprovalText  = 4000
	maxApprovalLinks = 20
)

// Waiting is a post that waits for a moderator.
type Waiting struct {
	*ent.Approval
	Text    string
	Links   []string
	Version string // of what it says
	Target  *domain.Target
	History *History
}

type approvalPosition struct {
	At time.Time
	ID uuid.UUID
}

// Approvals returns the posts that wait for a moderator, oldest first. It leaves out those that their authors have made
// private meanwhile: they wait again once they are published.
func (s *Service) Approvals(ctx context.Context, size int, token string) ([]Waiting, string, error) {
	const list = "approvals"
	from, err := paging.Parse[approvalPosition](list, token)
	if err != nil {
		return nil, "", err
	}
	rows, targets, err := s.open(ctx, from, size+1)
	if err != nil {
		return nil, "", err
	}
	rows, next, err := paging.Cut(list, rows, size, positionOf)
	if err != nil {
		return nil, "", err
	}
	histories, err := s.histories(ctx, targets)
	if err != nil {
		return nil, "", err
	}
	var waiting []Waiting
	for _, a := range rows {
		t := targets[item{a.TargetType, a.TargetID}]
		if t == nil || t.IsDeleted || t.IsPrivate || t.Owner == nil {
			continue
		}
		w := Waiting{Approval: a, Target: t, History: histories[t.Owner.ID]}
		says, err := s.kinds[a.TargetType].Content(ctx, s.db.Client(), a.TargetID)
		if ent.IsNotFound(err) { // deleted meanwhile
			continue
		}
		if err != nil {
			return nil, "", err
		}
		w.Version = versionOf(says)
		if w.Text, w.Links, err = describe(ctx, says, t.Title); err != nil {
			return nil, "", err
		}
		waiting = append(waiting, w)
	}
	return waiting, next, nil
}

func positionOf(a *ent.Approval) approvalPosition { return approvalPosition{a.CreatedAt, a.ID} }

// open returns some of the rows of posts that wait, oldest first, and the posts.
func (s *Service) open(ctx context.Context, from *approvalPosition, limit int) ([]*ent.Approval,
	map[item]*domain.Target, error) {
	query := s.db.Client().Approval.Query().Where(approval.IsOpen(true)).
		Order(approval.ByCreatedAt(), approval.ByID()).Limit(limit)
	if from != nil {
		query.Where(func(q *entsql.Selector) {
			q.Where(entsql.CompositeGT([]string{q.C(approval.FieldCreatedAt), q.C(approval.FieldID)}, from.At, from.ID))
		})
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("posts that wait: %w", err)
	}
	items := make([]item, len(rows))
	for i, a := range rows {
		items[i] = item{a.TargetType, a.TargetID}
	}
	targets, err := s.targets(ctx, items)
	return rows, targets, err
}

// forgetApprovals deletes rows of posts that were deleted with something else, such as the replies of a thread.
func (s *Service) forgetApprovals(ctx context.Context) error {
	const batch = 100
	for from := new(approvalPosition); from != nil; {
		rows, targets, err := s.open(ctx, from, batch)
		if err != nil {
			return err
		}
		var gone []uuid.UUID
		for _, a := range rows {
			if targets[item{a.TargetType, a.TargetID}] == nil {
				gone = append(gone, a.ID)
			}
		}
		if len(gone) > 0 {
			err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.Approval.Delete().Where(approval.IDIn(gone...)).Exec(ctx)
				return err
			})
			if err != nil {
				return fmt.Errorf("delete approvals of deleted posts: %w", err)
			}
		}
		if from = nil; len(rows) == batch {
			from = new(positionOf(rows[batch-1]))
		}
	}
	return nil
}

// describe returns the text of a post below its title, and its links, those of its fields first.
func describe(ctx context.Context, says domain.Content, title string) (text string, links []string, err error) {
	found, err := markdown.Refs(ctx, says.Markdown, markdown.Lookup{})
	if err != nil {
		return "", nil, err
	}
	for _, address := range append(says.Sites, found.Links...) {
		if address != "" && len(links) < maxApprovalLinks {
			links = append(links, address)
		}
	}
	var lines []string
	for _, line := range append(says.Lines, markdown.Plain(markdown.HTML(says.Markdown))) {
		if line != "" && line != title {
			lines = append(lines, line)
		}
	}
	return letters.Cut(strings.Join(lines, "\n"), maxApprovalText), links, nil
}

// versionOf returns a text that changes with what a post says.
func versionOf(says domain.Content) string {
	hash := sha256.New()
	for _, text := range slices.Concat(says.Lines, says.Sites, []string{says.Markdown}) {
		fmt.Fprintf(hash, "%d %s", len(text), text)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Decide approves a post that waits, so that everybody sees it, or refuses it: then it stays hidden. version is that
// which the moderator has looked at; empty for any. The access option admits moderators. Faults: not found if it does
// not wait, or no longer, or is not published any more; denied to a moderator who is its author, unless an admin;
// precondition if its author has edited it since.
func (s *Service) Decide(ctx context.Context, admin *auth.Caller, targetType string, id uuid.UUID, approves bool,
	reason, version string) error {
	k, err := s.kind(targetType)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// Without a lock: a decision changes the row only while it is open, and locks the post first.
		post, err := tx.Approval.Query().Where(approval.TargetID(id), approval.TargetType(k.Type),
			approval.IsOpen(true)).Only(ctx)
		if ent.IsNotFound(err) {
			return errNotWaiting()
		}
		if err == nil {
			err = admitOwner(admin, post.UserID)
		}
		if err != nil {
			return err
		}
		action := approve
		if approves {
			var changed bool
			if changed, err = k.SetHidden(ctx, tx, id, false); err == nil && !changed {
				err = errNotWaiting()
			}
		} else {
			action, err = refuse, s.refuse(ctx, tx, k, post)
		}
		if err != nil {
			return err
		}
		says, err := k.Content(ctx, tx, id) // which is locked if others see it from now on
		if err != nil {
			return err
		}
		// Also for admins: nobody decides about what is not published.
		if targets, err := k.Targets(ctx, tx, []uuid.UUID{id}); err != nil {
			return err
		} else if len(targets) == 0 || targets[0].IsPrivate {
			return errNotWaiting()
		}
		if version != "" && version != versionOf(says) {
			return fault.Precondition("EDITED", "The author has edited this since. Please look at it again.")
		}
		return s.record(ctx, tx, admin, action, k.Type, id, post.UserID, reason)
	})
	if err != nil {
		return fmt.Errorf("decide about a post that waits: %w", err)
	}
	return nil
}

// refuse ends the wait of a post that stays hidden, and remembers the sites that it leads to.
func (s *Service) refuse(ctx context.Context, tx *ent.Client, k domain.Moderated, post *ent.Approval) error {
	n, err := tx.Approval.Update().Where(approval.ID(post.ID), approval.IsOpen(true)).SetIsOpen(false).
		SetIsRefused(true).Save(ctx)
	if err == nil && n == 0 {
		err = errNotWaiting()
	}
	if err == nil {
		err = s.mark(ctx, tx, k.Table, post.TargetID, false)
	}
	if err == nil {
		err = tx.NewcomerSite.Update().Where(newcomersite.IDIn(post.Flags...)).SetIsRefused(true).Exec(ctx)
	}
	return err
}

// refuseWaiting refuses a locked post if it waits, and reports whether it does.
func (s *Service) refuseWaiting(ctx context.Context, tx *ent.Client, k domain.Moderated, id uuid.UUID) (bool, error) {
	post, err := tx.Approval.Query().Where(approval.TargetID(id), approval.TargetType(k.Type),
		approval.IsOpen(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("post that waits: %w", err)
	}
	return true, s.refuse(ctx, tx, k, post)
}

// waitsAgain takes back the refusal of a post that the decision of a report has refused, so that it waits as before,
// and
// reports whether there was one.
func (s *Service) waitsAgain(ctx context.Context, tx *ent.Client, k domain.Moderated, r *ent.Report) (bool, error) {
	if r.Decision != Hide {
		return false, nil
	}
	post, err := tx.Approval.Query().Where(approval.TargetID(r.TargetID), approval.TargetType(k.Type),
		approval.IsOpen(false), approval.IsRefused(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("refused post: %w", err)
	}
	err = tx.Approval.UpdateOneID(post.ID).SetIsOpen(true).SetIsRefused(false).Exec(ctx)
	if err == nil {
		err = s.mark(ctx, tx, k.Table, post.TargetID, true)
	}
	if err == nil {
		err = tx.NewcomerSite.Update().Where(newcomersite.IDIn(post.Flags...)).SetIsRefused(false).Exec(ctx)
	}
	return true, err
}

func errNotWaiting() error {
	return fault.NotFound("NOT_WAITING", "This does not wait any more. Another moderator may have decided about it.")
}
