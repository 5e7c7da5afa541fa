// Package moderation keeps reports of content and users, and records what moderators do about them.
package moderation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/report"
	"uvboard/ent/user"
)

// Actions in the audit log, the first ones also decisions on reports.
const (
	Hide    = audit.Hide
	Restore = audit.Restore
	Dismiss = "dismiss"
	Reopen  = "reopen"
	warn    = "warn"
	suspend = "suspend"
	ban     = "ban"
	lift    = "lift"
)

// States of a report.
const (
	Open     = "open"
	Resolved = "resolved"
)

// Service manages reports, the audit log and suspensions.
type Service struct {
	db    *store.DB
	board mail.Board
	now   func() time.Time
	kinds map[string]domain.Moderated // by target type
	// publicSince returns since when the log is public, nil if it is not.
	publicSince func(context.Context) (*time.Time, error)
}

// NewService returns a service for these kinds of content. publicSince returns since when the log is public, nil if it
// is not; now is the clock.
func NewService(db *store.DB, kinds []domain.Moderated, board mail.Board,
	publicSince func(context.Context) (*time.Time, error), now func() time.Time) *Service {
	s := &Service{db: db, board: board, publicSince: publicSince, now: store.Clock(now),
		kinds: make(map[string]domain.Moderated, len(kinds))}
	for _, k := range kinds {
		s.kinds[k.Type] = k
	}
	return s
}

// kind returns the kind of content of a target type. Fault: invalid.
func (s *Service) kind(targetType string) (domain.Moderated, error) {
	k, ok := s.kinds[targetType]
	if !ok {
		return k, fault.Invalid("targetType", "Target type is required")
	}
	return k, nil
}

func notFound(k domain.Moderated) error { return fault.NotFound("NOT_FOUND", k.Noun+" not found") }

// Report is a new report by a user.
type Report struct {
	TargetType string
	TargetID   uuid.UUID
	Reason     string
	Details    string
}

// Create saves a report of the caller. Faults: invalid; not found, also for hidden content; denied for the caller's own
// content; conflict if an earlier report of it is open.
func (s *Service) Create(ctx context.Context, caller *auth.Caller, in Report) (*ent.Report, error) {
	k, err := s.kind(in.TargetType)
	if err != nil {
		return nil, err
	}
	now := s.now()
	r := &ent.Report{
		ID: store.NewID(now), UserID: &caller.UserID, TargetType: k.Type, TargetID: in.TargetID, Reason: in.Reason,
		Details: store.Clean(in.Details), Status: Open, CreatedAt: now,
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		owner, found, err := ownerOf(ctx, tx, k, in.TargetID, k.Visible)
		if err == nil && !found {
			err = notFound(k)
		}
		if err != nil {
			return err
		}
		if owner == caller.UserID {
			return fault.Denied("OWN_CONTENT", "You cannot report your own content")
		}
		if err := stillThere(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if r.InGoodStanding, err = inGoodStanding(ctx, tx, caller.UserID, now); err != nil {
			return err
		}
		err = tx.Report.Create().SetID(r.ID).SetUserID(caller.UserID).SetTargetType(r.TargetType).
			SetTargetID(r.TargetID).SetInGoodStanding(r.InGoodStanding).
			SetReason(r.Reason).SetDetails(r.Details).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
		if ent.IsConstraintError(err) {
			return fault.Conflict("ALREADY_REPORTED", "",
				"You have already reported this. A moderator will look at it.")
		}
		if err != nil {
			return err
		}
		return addToCase(ctx, tx, r.TargetType, r.TargetID, r.InGoodStanding, now)
	})
	if err != nil {
		return nil, fmt.Errorf("create report: %w", err)
	}
	return r, nil
}

// ownerOf returns the owner of an item under a condition, uuid.Nil if it has none.
func ownerOf(ctx context.Context, tx *ent.Client, k domain.Moderated, id uuid.UUID,
	condition string) (owner uuid.UUID, found bool, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT "+k.Owner+" FROM "+k.Table+" WHERE id = $1 AND "+condition, id)
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("owner: %w", err)
	}
	defer rows.Close()
	var null uuid.NullUUID
	if rows.Next() {
		found, err = true, rows.Scan(&null)
	}
	if err := errors.Join(err, rows.Err()); err != nil {
		return uuid.Nil, false, fmt.Errorf("owner: %w", err)
	}
	return null.UUID, found, nil
}

// stillThere returns a fault if the account has been deleted since the call was authenticated.
func stillThere(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	there, err := tx.User.Query().Where(user.ID(id), user.DeletedAtIsNil()).Exist(ctx)
	if err == nil && !there {
		err = auth.Admit(auth.User, nil)
	}
	return err
}

type position struct{ ID uuid.UUID }

// Reports returns reports, newest first, with the reporters loaded; status "" means all, and target uuid.Nil too.
func (s *Service) Reports(ctx context.Context, status string, target uuid.UUID, size int,
	token string) ([]*ent.Report, string, error) {
	list := paging.ListName("reports", status, target.String())
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Report.Query().WithReporter().Order(report.ByID(entsql.OrderDesc())).Limit(size + 1)
	if status != "" {
		query.Where(report.Status(status))
	}
	if target != uuid.Nil {
		query.Where(report.TargetID(target))
	}
	if from != nil {
		query.Where(report.IDLT(from.ID))
	}
	reports, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("reports: %w", err)
	}
	return paging.Cut(list, reports, size, func(last *ent.Report) position { return position{last.ID} })
}

// Resolve decides a report together with every open report of the same target, or reopens it. If hiding or restoring
// does not change the target, the report is dismissed. A later decision replaces the earlier one; repeating a decision
// changes nothing. The access option admits moderators. Faults: not found; invalid for hiding a user; precondition for
// dismissing a report that was decided by hiding its target, for reopening an open report, and for reopening a report
// if its reporter has reported the target again.
func (s *Service) Resolve(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	action, reason string) (*ent.Report, error) {
	var r *ent.Report
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if r, err = s.lockReport(ctx, tx, id); err != nil {
			return err
		}
		k, err := s.kind(r.TargetType)
		if err != nil {
			return err
		}
		if action == Reopen {
			return s.reopen(ctx, tx, admin, k, r, reason)
		}
		concerned := report.Status(Open)
		if r.Status == Resolved {
			switch {
			case action == r.Decision:
				return nil
			case action == Dismiss && r.Decision == Hide:
				return fault.Precondition("REPORT_DECIDED", "This report has already been decided.")
			}
			concerned = report.Or(concerned, report.ResolvedAt(*r.ResolvedAt)) // those that were decided together
		}
		decision, err := s.act(ctx, tx, admin, k, r.TargetID, action, Dismiss, reason)
		if err != nil {
			return err
		}
		now := s.now()
		r.Status, r.Decision, r.ResolvedAt = Resolved, decision, &now
		err = tx.Report.Update().Where(report.TargetType(r.TargetType), report.TargetID(r.TargetID), concerned).
			SetStatus(Resolved).SetDecision(decision).SetResolvedAt(now).SetUpdatedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if err := recount(ctx, tx, r.TargetType, r.TargetID, now); err != nil {
			return err
		}
		return s.db.Emit(ctx, tx, event.Event{Kind: event.Resolved,
			Item: event.Item{Type: r.TargetType, ID: r.TargetID}, Actor: admin.UserID,
			Parent: event.Item{Type: "report", ID: r.ID}, Detail: decision})
	})
	if err != nil {
		return nil, fmt.Errorf("resolve report: %w", err)
	}
	return r, nil
}

// opposite is the action that reverses a decision.
var opposite = map[string]string{Hide: Restore, Restore: Hide}

// lockReport reads a report with its reporter and locks all reports of the same target, in the order of ids: if two
// admins decide or reopen at once, the second waits and then sees the decision of the first. Fault: not found.
func (s *Service) lockReport(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.Report, error) {
	r, err := tx.Report.Get(ctx, id)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound("REPORT_NOT_FOUND", "Report not found")
	}
	if err != nil {
		return nil, err
	}
	locked, err := tx.Report.Query().Where(report.TargetType(r.TargetType), report.TargetID(r.TargetID),
		s.db.ForUpdate).
		Order(report.ByID()).WithReporter().All(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range locked {
		if r.ID == id {
			return r, nil
		}
	}
	return nil, fault.NotFound("REPORT_NOT_FOUND", "Report not found")
}

// reopen reverses the decision of a report and of the reports that were decided with it.
func (s *Service) reopen(ctx context.Context, tx *ent.Client, admin *auth.Caller, k domain.Moderated, r *ent.Report,
	reason string) error {
	if r.Status == Open {
		return fault.Precondition("REPORT_OPEN", "This report is open")
	}
	action := cmp.Or(opposite[r.Decision], Reopen)
	if waits, err := s.waitsAgain(ctx, tx, k, r); err != nil {
		return err
	} else if waits { // nobody has looked at it for its own sake yet
		action = Reopen
	}
	if _, err := s.act(ctx, tx, admin, k, r.TargetID, action, Reopen, reason); err != nil {
		return err
	}
	err := tx.Report.Update().Where(report.TargetType(r.TargetType), report.TargetID(r.TargetID),
		report.ResolvedAt(*r.ResolvedAt)).
		SetStatus(Open).SetDecision("").ClearResolvedAt().SetUpdatedAt(s.now()).Exec(ctx)
	if ent.IsConstraintError(err) {
		return fault.Precondition("REPORTED_AGAIN", "This has been reported again since. See the newer report.")
	}
	if err != nil {
		return err
	}
	r.Status, r.Decision, r.ResolvedAt = Open, "", nil
	return recount(ctx, tx, r.TargetType, r.TargetID, s.now())
}

// SetHidden hides content or shows it again, without a report. Without a change it records nothing. The access option
// admits moderators. Faults: not found; invalid for a user.
func (s *Service) SetHidden(ctx context.Context, admin *auth.Caller, targetType string, id uuid.UUID, hidden bool,
	reason string) error {
	k, err := s.kind(targetType)
	if err != nil {
		return err
	}
	action := Restore
	if hidden {
		action = Hide
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := s.act(ctx, tx, admin, k, id, action, "", reason)
		return err
	})
	if err != nil {
		return fmt.Errorf("hide content: %w", err)
	}
	return nil
}

// act hides or shows an item if that is the action, records the action and returns it. If the item does not change, it
// records unchanged instead, or nothing if that is empty, because the history of the owner counts hide entries. Hiding
// a post that waits refuses it, and records that. Faults: denied to a moderator who is the owner, unless an admin; not
// found for what a moderator may not see.
func (s *Service) act(ctx context.Context, tx *ent.Client, admin *auth.Caller, k domain.Moderated, id uuid.UUID,
	action, unchanged, reason string) (string, error) {
	owner, _, err := ownerOf(ctx, tx, k, id, "TRUE")
	if err != nil {
		return "", err
	}
	if err := admitOwner(admin, owner); err != nil {
		return "", err
	}
	if action == Hide || action == Restore {
		if k.SetHidden == nil {
			return "", fault.Invalid("action", "Only content can be hidden. Suspend the user instead.")
		}
		changed, err := k.SetHidden(ctx, tx, id, action == Hide)
		if err != nil {
			return "", err
		}
		if err := admitTarget(ctx, tx, admin, k, id); err != nil { // which is locked
			return "", err
		}
		if !changed && action == Hide {
			refused, err := s.refuseWaiting(ctx, tx, k, id)
			if err != nil {
				return "", err
			}
			if refused {
				return Hide, s.record(ctx, tx, admin, refuse, k.Type, id, owner, reason)
			}
		}
		if !changed {
			action = unchanged
		}
	}
	if action == "" {
		return "", nil
	}
	return action, s.record(ctx, tx, admin, action, k.Type, id, owner, reason)
}

// admitOwner returns a fault for a moderator who is not an admin and would decide about what is the own.
func admitOwner(moderator *auth.Caller, owner uuid.UUID) error {
	if owner == moderator.UserID && !moderator.IsAdmin() {
		return fault.Denied("OWN_CONTENT", "Another moderator has to decide about what is your own")
	}
	return nil
}

// admitTarget returns a fault for a moderator who is not an admin and would hide or show what only its owner and admins
// see, such as a draft. Fault: not found.
func admitTarget(ctx context.Context, tx *ent.Client, moderator *auth.Caller, k domain.Moderated, id uuid.UUID) error {
	if moderator.IsAdmin() {
		return nil
	}
	found, err := k.Targets(ctx, tx, []uuid.UUID{id})
	if err == nil && (len(found) == 0 || found[0].IsPrivate) {
		err = notFound(k)
	}
	return err
}

// record adds an entry to the audit log. The subject is the user whom the act concerns, uuid.Nil if that account no
// longer exists.
func (s *Service) record(ctx context.Context, tx *ent.Client, admin *auth.Caller, action, targetType string,
	id, subject uuid.UUID, reason string) error {
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: targetType, Target: id,
		Subject: subject, Reason: reason}, s.now())
}

// recordUntold is record for an act whose outcome another entry tells the user.
func (s *Service) recordUntold(ctx context.Context, tx *ent.Client, admin *auth.Caller, action, targetType string,
	id, subject uuid.UUID, reason string) error {
	return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: action, TargetType: targetType, Target: id,
		Subject: subject, Reason: reason, Untold: true}, s.now())
}

// AuditLog returns what admins and moderators did, newest first, with the actors loaded; about selects the acts that
// concern one user; uuid.Nil for all.
func (s *Service) AuditLog(ctx context.Context, about uuid.UUID, size int,
	token string) ([]*ent.AuditEntry, string, error) {
	list := paging.ListName("audit log", about.String())
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().AuditEntry.Query().WithActor().Order(auditentry.ByID(entsql.OrderDesc())).Limit(size + 1)
	if about != uuid.Nil {
		query.Where(auditentry.SubjectID(about))
	}
	if from != nil {
		query.Where(auditentry.IDLT(from.ID))
	}
	entries, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("audit log: %w", err)
	}
	return paging.Cut(list, entries, size, func(last *ent.AuditEntry) position { return position{last.ID} })
}

// suspensionMost is how long a moderator may suspend a user, and clockSlack what the clock of a browser may be ahead.
const (
	suspensionMost = 30 * 24 * time.Hour
	clockSlack     = time.Hour
)

// admitSuspension returns a fault unless the caller may impose a suspension, or replace or lift one that somebody has
// imposed. Those of more than 30 days, and bans, for which until is nil, are for admins.
func admitSuspension(caller *auth.Caller, since time.Time, until *time.Time) error {
	if caller.IsAdmin() || until != nil && until.Sub(since) <= suspensionMost+clockSlack {
		return nil
	}
	return auth.AdminRequired("Only admins may ban users or suspend them for more than 30 days, and lift that.")
}

// lockUser locks a user that a moderator acts on, and the moderator, so that two of them cannot ban each other at once.
// Faults: not found; denied for the moderator's own account, for a moderator who has lost the role or was suspended
// since the call began, and unless the moderator is an admin for a moderator and an admin.
func (s *Service) lockUser(ctx context.Context, tx *ent.Client, admin *auth.Caller, id uuid.UUID) (*ent.User, error) {
	if id == admin.UserID {
		return nil, fault.Denied("OWN_ACCOUNT", "You cannot do this to your own account")
	}
	locked, err := tx.User.Query().Where(user.IDIn(id, admin.UserID), user.DeletedAtIsNil(), s.db.ForUpdate).
		Order(user.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock users: %w", err)
	}
	var found *ent.User
	var acts *auth.Caller
	for _, u := range locked {
		if u.ID == id {
			found = u
		} else {
			acts = &auth.Caller{UserID: u.ID, Role: u.Role, Suspension: auth.NewSuspension(u.SuspendedAt,
				u.SuspendedUntil, u.SuspensionReason, s.now())}
		}
	}
	level := auth.Moderator
	if admin.IsAdmin() {
		level = auth.Admin
	}
	if err := auth.Admit(level, acts); err != nil {
		return nil, err
	}
	switch {
	case acts.Suspension != nil:
		return nil, acts.Suspension.Refuse()
	case found == nil:
		return nil, fault.NotFound("USER_NOT_FOUND", "User not found")
	case auth.Moderates(found.Role) && !admin.IsAdmin():
		return nil, auth.AdminRequired("Only admins may do this to a moderator or an admin.")
	}
	return found, nil
}

var warnings = mail.Category{Name: "warning", Title: "Warnings", PerHour: 5,
	Why: "You get this email because you have an account."}

func (s *Service) warningMessage(username, reason string) mail.Message {
	return mail.Message{
		Kind: "warning", Category: warnings, Subject: "A warning from the moderators of " + s.board.Name(),
		Heading:    "A warning from the moderators",
		Paragraphs: []string{"Hi " + username + ",", "A moderator of " + s.board.Name() + " has sent you a warning:"},
		Quote:      store.Clean(reason),
	}
}

// Warn sends a user a warning by mail, if the address is confirmed, and records it. Faults: those of lockUser; rate
// limited if the user has had many warnings within an hour.
func (s *Service) Warn(ctx context.Context, admin *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockUser(ctx, tx, admin, id)
		if err != nil {
			return err
		}
		if u.EmailVerifiedAt != nil {
			wait, err := s.board.Add(ctx, tx, u, u.Email, s.warningMessage(u.Username, reason), s.now())
			if err != nil {
				return err
			}
			if wait > 0 {
				return fault.RateLimited(wait)
			}
		}
		return s.record(ctx, tx, admin, warn, account.Kind, id, id, reason)
	})
	if err != nil {
		return fmt.Errorf("warn user: %w", err)
	}
	return nil
}

// Suspension is a user's suspension: its end and its reason.
type Suspension struct {
	UserID uuid.UUID
	Since  time.Time
	Until  *time.Time // nil for a ban
	Reason string
}

// Suspend blocks the writes of a user until a time. If until is nil, it bans the user: the block has no end, and the
// votes of the user do not count. Faults: those of lockUser and admitSuspension; invalid for a time in the past.
func (s *Service) Suspend(ctx context.Context, admin *auth.Caller, id uuid.UUID, until *time.Time,
	reason string) (*Suspension, error) {
	now := s.now()
	if until != nil && !until.After(now) {
		return nil, fault.Invalid("until", "The end of the suspension must be in the future")
	}
	if err := admitSuspension(admin, now, until); err != nil {
		return nil, err
	}
	out := &Suspension{UserID: id, Since: now, Until: until, Reason: store.Clean(reason)}
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		before, err := s.lockUser(ctx, tx, admin, id)
		if err != nil {
			return err
		}
		if s.isSuspended(before) {
			if err := admitSuspension(admin, *before.SuspendedAt, before.SuspendedUntil); err != nil {
				return err
			}
		}
		u := tx.User.Update().Where(user.ID(id)).SetSuspendedAt(now).SetSuspensionReason(out.Reason)
		action := suspend
		if until != nil {
			u.SetSuspendedUntil(*until)
		} else {
			action = ban
			u.ClearSuspendedUntil()
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
		if err := s.db.Emit(ctx, tx, event.AccessOf(id)); err != nil {
			return err
		}
		return s.record(ctx, tx, admin, action, account.Kind, id, id, reason)
	})
	if err != nil {
		return nil, fmt.Errorf("suspend user: %w", err)
	}
	return out, nil
}

// Lift ends a suspension or a ban. Faults: those of lockUser and admitSuspension; conflict if none is in force.
func (s *Service) Lift(ctx context.Context, admin *auth.Caller, id uuid.UUID, reason string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.lockUser(ctx, tx, admin, id)
		if err != nil {
			return err
		}
		if !s.isSuspended(u) {
			return fault.Precondition("NOT_SUSPENDED", "This user is not suspended")
		}
		if err := admitSuspension(admin, *u.SuspendedAt, u.SuspendedUntil); err != nil {
			return err
		}
		if err := s.endSuspension(ctx, tx, id); err != nil {
			return err
		}
		return s.record(ctx, tx, admin, lift, account.Kind, id, id, reason)
	})
	if err != nil {
		return fmt.Errorf("lift suspension: %w", err)
	}
	return nil
}

func (s *Service) isSuspended(u *ent.User) bool {
	return auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, s.now()) != nil
}

// endSuspension ends the suspension or ban of a locked user.
func (s *Service) endSuspension(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	err := tx.User.Update().Where(user.ID(id)).ClearSuspendedAt().ClearSuspendedUntil().SetSuspensionReason("").
		Exec(ctx)
	if err != nil {
		return err
	}
	return s.db.Emit(ctx, tx, event.AccessOf(id))
}
