package moderation

import (
	"context"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/appeal"
	"uvboard/ent/approval"
	"uvboard/ent/auditentry"
	"uvboard/ent/predicate"
	"uvboard/ent/report"
	"uvboard/ent/user"
)

// Outcomes of an appeal, as in REST.
const (
	Grant  = "grant"
	Refuse = "refuse"
)

// Actions in the audit log.
const (
	grantAppeal  = "grant_appeal"
	refuseAppeal = "refuse_appeal"
)

// statusOf is the state of an appeal after an outcome, and actionOf is the action in the audit log.
var (
	statusOf = map[string]string{Grant: "granted", Refuse: "refused"}
	actionOf = map[string]string{Grant: grantAppeal, Refuse: refuseAppeal}
)

// alone is added to the reason in the audit log if nobody else could decide about the own decision.
const alone = " (Decided by the only person who could, who also made the decision.)"

func noDecision() error {
	return fault.NotFound("NOT_FOUND", "There is no decision here that can be appealed")
}

// Decision is a decision that can be appealed: an entry of the audit log that hid or refused an item, or suspended or
// banned a user.
type Decision struct {
	*ent.AuditEntry
	Appeal *ent.Appeal // nil without one
}

// Decision returns the decision in force about an item of the caller, or about the caller's account. Fault: not found.
func (s *Service) Decision(ctx context.Context, caller *auth.Caller, targetType string,
	id uuid.UUID) (*Decision, error) {
	client := s.db.Client()
	entry, err := s.inForce(ctx, client, caller, targetType, id)
	if err != nil {
		return nil, err
	}
	made, err := client.Appeal.Query().Where(appeal.DecisionID(entry.ID)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("appeal of a decision: %w", err)
	}
	return &Decision{entry, made}, nil
}

// inForce is Decision without the appeal.
func (s *Service) inForce(ctx context.Context, client *ent.Client, caller *auth.Caller, targetType string,
	id uuid.UUID) (*ent.AuditEntry, error) {
	k, ok := s.kinds[targetType]
	if !ok {
		return nil, noDecision()
	}
	decides, ends := []string{Hide, refuse}, []string{Restore, approve}
	if targetType == account.Kind {
		decides, ends = []string{suspend, ban}, []string{lift}
		if id != caller.UserID || caller.Suspension == nil {
			return nil, noDecision()
		}
	} else {
		targets, err := k.Targets(ctx, client, []uuid.UUID{id})
		if err != nil {
			return nil, err
		}
		if len(targets) == 0 || targets[0].Owner == nil || targets[0].Owner.ID != caller.UserID ||
			!targets[0].IsHidden || targets[0].IsDeleted {
			return nil, noDecision()
		}
	}
	entry, err := lastOf(ctx, client, targetType, id, slices.Concat(decides, ends))
	if err == nil && (entry == nil || !slices.Contains(decides, entry.Action)) { // hidden by a rule, or by its author
		err = noDecision()
	}
	return entry, err
}

// lastOf returns the newest entry of the audit log about a target with one of the actions, nil if there is none.
func lastOf(ctx context.Context, client *ent.Client, targetType string, id uuid.UUID,
	actions []string) (*ent.AuditEntry, error) {
	entry, err := client.AuditEntry.Query().Where(auditentry.TargetID(id), auditentry.TargetType(targetType),
		auditentry.ActionIn(actions...)).Order(auditentry.ByID(entsql.OrderDesc())).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("last decision: %w", err)
	}
	return entry, nil
}

// CreateAppeal appeals the decision in force about an item of the caller, or about the caller's account. Faults: not
// found; conflict if the decision was appealed before.
func (s *Service) CreateAppeal(ctx context.Context, caller *auth.Caller, targetType string, id uuid.UUID,
	message string) (*ent.Appeal, error) {
	var made *ent.Appeal
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		entry, err := s.inForce(ctx, tx, caller, targetType, id)
		if err != nil {
			return err
		}
		if err := stillThere(ctx, tx, caller.UserID); err != nil {
			return err
		}
		now := s.now()
		made, err = tx.Appeal.Create().SetID(store.NewID(now)).SetUserID(caller.UserID).SetTargetType(targetType).
			SetTargetID(id).SetDecisionID(entry.ID).SetMessage(store.Clean(message)).SetCreatedAt(now).
			SetUpdatedAt(now).Save(ctx)
		if ent.IsConstraintError(err) {
			return fault.Conflict("ALREADY_APPEALED", "", "You have already appealed this decision.")
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("create appeal: %w", err)
	}
	return made, nil
}

// AppealCase is what a moderator needs to decide an appeal.
type AppealCase struct {
	*ent.Appeal
	Target    *domain.Target  // nil if there is no row any more, or the moderator may not see it
	Decision  *ent.AuditEntry // with the actor loaded; nil if it has expired
	MayDecide bool
}

// Appeals returns appeals: open ones oldest first, others newest first. Status "" means all.
func (s *Service) Appeals(ctx context.Context, caller *auth.Caller, status string, size int,
	token string) ([]AppealCase, string, error) {
	list := paging.ListName("appeals", status)
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	order, beyond := appeal.ByID(entsql.OrderDesc()), appeal.IDLT
	if status == Open {
		order, beyond = appeal.ByID(), appeal.IDGT
	}
	query := s.db.Client().Appeal.Query().Order(order).Limit(size + 1)
	if status != "" {
		query.Where(appeal.Status(status))
	}
	if from != nil {
		query.Where(beyond(from.ID))
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("appeals: %w", err)
	}
	rows, next, err := paging.Cut(list, rows, size, func(last *ent.Appeal) position { return position{last.ID} })
	if err != nil {
		return nil, "", err
	}
	cases, err := s.appealCases(ctx, caller, rows)
	return cases, next, err
}

// OpenAppeals returns the number of appeals that wait for a moderator.
func (s *Service) OpenAppeals(ctx context.Context) (int, error) {
	n, err := s.db.Client().Appeal.Query().Where(appeal.Status(Open)).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count open appeals: %w", err)
	}
	return n, nil
}

func (s *Service) appealCases(ctx context.Context, caller *auth.Caller, rows []*ent.Appeal) ([]AppealCase, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	items, decisions := make([]item, len(rows)), make([]uuid.UUID, len(rows))
	for i, a := range rows {
		items[i], decisions[i] = item{a.TargetType, a.TargetID}, a.DecisionID
	}
	targets, err := s.shown(ctx, caller, items)
	if err != nil {
		return nil, err
	}
	entries, err := s.db.Client().AuditEntry.Query().Where(auditentry.IDIn(decisions...)).WithActor().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("appealed decisions: %w", err)
	}
	byID := map[uuid.UUID]*ent.AuditEntry{}
	for _, e := range entries {
		byID[e.ID] = e
	}
	appealed, err := s.jury(ctx, s.db.Client(), rows)
	if err != nil {
		return nil, err
	}
	cases := make([]AppealCase, len(rows))
	for i, a := range rows {
		entry := byID[a.DecisionID]
		_, denied := s.mayDecide(appealed, caller, a, entry)
		cases[i] = AppealCase{a, targets[items[i]], entry, a.Status == Open && denied == nil}
	}
	return cases, nil
}

// jury is who can decide appeals, and the users who appeal their suspensions.
type jury struct {
	team      []*ent.User // moderators and admins who are not suspended
	suspended map[uuid.UUID]*ent.User
}

// jury returns who can decide some appeals.
func (s *Service) jury(ctx context.Context, client *ent.Client, appeals []*ent.Appeal) (jury, error) {
	found := jury{suspended: map[uuid.UUID]*ent.User{}}
	var ids []uuid.UUID
	for _, a := range appeals {
		if a.TargetType == account.Kind {
			ids = append(ids, a.TargetID)
		}
	}
	team, err := client.User.Query().Where(auth.Team, user.DeletedAtIsNil(),
		user.Or(user.SuspendedAtIsNil(), user.SuspendedUntilLTE(s.now()))).
		Select(user.FieldID, user.FieldRole).All(ctx)
	if err != nil {
		return jury{}, fmt.Errorf("who decides appeals: %w", err)
	}
	found.team = team
	if len(ids) == 0 {
		return found, nil
	}
	suspended, err := client.User.Query().Where(user.IDIn(ids...)).All(ctx)
	if err != nil {
		return jury{}, fmt.Errorf("suspended users: %w", err)
	}
	for _, u := range suspended {
		found.suspended[u.ID] = u
	}
	return found, nil
}

// isForAdmins reports whether only admins decide an appeal: that of a ban or a long suspension, and that of somebody of
// the team.
func (s *Service) isForAdmins(of jury, a *ent.Appeal, entry *ent.AuditEntry) bool {
	if a.TargetType != account.Kind {
		return false
	}
	if entry != nil && entry.Action == ban {
		return true
	}
	u := of.suspended[a.TargetID]
	return u != nil && (auth.Moderates(u.Role) ||
		s.isSuspended(u) && admitSuspension(new(auth.Caller), *u.SuspendedAt, u.SuspendedUntil) != nil)
}

// mayDecide returns a fault unless the caller may decide an appeal of a decision, and whether nobody but the caller,
// who made the decision, could. entry is nil if the decision has expired.
func (s *Service) mayDecide(of jury, caller *auth.Caller, a *ent.Appeal, entry *ent.AuditEntry) (only bool, err error) {
	if a.UserID == caller.UserID {
		return false, fault.Denied("OWN_APPEAL", "Another moderator must decide your appeal.")
	}
	forAdmins := s.isForAdmins(of, a, entry)
	if forAdmins && !caller.IsAdmin() {
		return false, auth.AdminRequired("Only admins decide the appeal of what only admins may impose.")
	}
	if entry == nil || entry.ActorID == nil || *entry.ActorID != caller.UserID {
		return false, nil
	}
	if slices.ContainsFunc(of.team, func(u *ent.User) bool {
		return u.ID != caller.UserID && u.ID != a.UserID && (!forAdmins || u.Role == auth.RoleAdmin)
	}) {
		return false, fault.Denied("OWN_DECISION",
			"You made this decision, so another moderator must decide the appeal.")
	}
	return true, nil
}

// DecideAppeal decides an open appeal. Granting it shows the item again or lifts the suspension; if that happened
// meanwhile, it only records the outcome. Faults: not found; denied with OWN_DECISION for the moderator who made the
// decision, unless nobody else could decide, with OWN_APPEAL for its author, and with ADMIN_REQUIRED for a moderator if
// only admins may impose what it is about; precondition if it was decided before, or if a later suspension has replaced
// the decision; those of lockUser.
func (s *Service) DecideAppeal(ctx context.Context, moderator *auth.Caller, id uuid.UUID,
	outcome, reason string) (*AppealCase, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		a, err := tx.Appeal.Get(ctx, id)
		if ent.IsNotFound(err) {
			return fault.NotFound("APPEAL_NOT_FOUND", "Appeal not found")
		}
		if err != nil {
			return err
		}
		logged, err := s.loggedReason(ctx, tx, moderator, a, reason)
		if err != nil {
			return err
		}
		changed := ""
		if outcome == Grant { // before the appeal is locked: acts on the item lock in this order
			if changed, err = s.reverse(ctx, tx, moderator, a); err != nil {
				return err
			}
		}
		now := s.now()
		decided, err := tx.Appeal.Update().Where(appeal.ID(id), appeal.Status(Open)).SetStatus(statusOf[outcome]).
			SetAnswer(store.Clean(reason)).SetDecidedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		if decided == 0 {
			return fault.Precondition("APPEAL_DECIDED", "This appeal has already been decided.")
		}
		if changed != "" {
			err := s.recordUntold(ctx, tx, moderator, changed, a.TargetType, a.TargetID, a.UserID, logged)
			if err != nil {
				return err
			}
		}
		return s.record(ctx, tx, moderator, actionOf[outcome], a.TargetType, a.TargetID, a.UserID, logged)
	})
	if err != nil {
		return nil, fmt.Errorf("decide an appeal: %w", err)
	}
	a, err := s.db.Client().Appeal.Get(store.OnPrimary(ctx), id)
	if err != nil {
		return nil, fmt.Errorf("read a decided appeal: %w", err)
	}
	cases, err := s.appealCases(store.OnPrimary(ctx), moderator, []*ent.Appeal{a})
	if err != nil {
		return nil, err
	}
	return &cases[0], nil
}

// loggedReason returns the reason for the audit log, or a fault unless the moderator may decide the appeal.
func (s *Service) loggedReason(ctx context.Context, tx *ent.Client, moderator *auth.Caller, a *ent.Appeal,
	reason string) (string, error) {
	entry, err := tx.AuditEntry.Query().Where(auditentry.ID(a.DecisionID)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return "", err
	}
	of, err := s.jury(ctx, tx, []*ent.Appeal{a})
	if err != nil {
		return "", err
	}
	only, err := s.mayDecide(of, moderator, a, entry)
	if only {
		reason += alone
	}
	return reason, err
}

// reverse takes back what an appeal is about and returns the action to record, "" if nothing has changed.
func (s *Service) reverse(ctx context.Context, tx *ent.Client, moderator *auth.Caller, a *ent.Appeal) (string, error) {
	if a.TargetType == account.Kind {
		u, err := s.lockUser(ctx, tx, moderator, a.TargetID)
		if err != nil {
			return "", err
		}
		last, err := lastOf(ctx, tx, a.TargetType, a.TargetID, []string{suspend, ban})
		if err != nil {
			return "", err
		}
		if last != nil && last.ID != a.DecisionID {
			return "", fault.Precondition("DECISION_REPLACED",
				"A later suspension has replaced this decision. Refuse this appeal; the later one can be appealed too.")
		}
		if !s.isSuspended(u) {
			return "", nil
		}
		if err := admitSuspension(moderator, *u.SuspendedAt, u.SuspendedUntil); err != nil {
			return "", err
		}
		return lift, s.endSuspension(ctx, tx, u.ID)
	}
	k, err := s.kind(a.TargetType)
	if err != nil {
		return "", err
	}
	refused, err := tx.Approval.Query().Where(approval.TargetID(a.TargetID), approval.TargetType(a.TargetType),
		approval.IsRefused(true)).Exist(ctx)
	if err != nil {
		return "", err
	}
	changed, err := k.SetHidden(ctx, tx, a.TargetID, false)
	if err != nil || !changed {
		return "", err
	}
	action := Restore
	if refused {
		action = approve
	}
	// The reports of what is shown again were not right, but not wrong either.
	return action, tx.Report.Update().Where(report.TargetType(a.TargetType), report.TargetID(a.TargetID),
		report.Decision(Hide)).SetDecision(Restore).SetUpdatedAt(s.now()).Exec(ctx)
}

// closeAppeals is a listener: if an item is shown again or a suspension is lifted without its appeal, the appeal is
// granted, and if the item is deleted, there is nothing to decide.
var closeAppeals = event.Listener{InTx: func(ctx context.Context, tx *ent.Client, e event.Event) error {
	open := []predicate.Appeal{appeal.TargetID(e.Item.ID), appeal.TargetType(e.Item.Type), appeal.Status(Open)}
	switch {
	case e.Kind == event.Decided && slices.Contains([]string{Restore, approve, lift}, e.Detail):
		entry, err := tx.AuditEntry.Get(ctx, e.Entry)
		if err != nil {
			return fmt.Errorf("close appeals: %w", err)
		}
		return tx.Appeal.Update().Where(open...).SetStatus(statusOf[Grant]).SetAnswer(entry.Reason).
			SetDecidedAt(entry.CreatedAt).SetUpdatedAt(entry.CreatedAt).Exec(ctx)
	case e.Kind == event.Deleted:
		_, err := tx.Appeal.Delete().Where(open...).Exec(ctx)
		return err
	}
	return nil
}}
