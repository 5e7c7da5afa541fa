package moderation

import (
	"context"
	"fmt"
	"maps"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/report"
)

// item is the target of a report or an action.
type item struct {
	kind string
	id   uuid.UUID
}

// shown returns what a moderator sees of items: targets without those that only their owners and admins see.
func (s *Service) shown(ctx context.Context, caller *auth.Caller, items []item) (map[item]*domain.Target, error) {
	found, err := s.targets(ctx, items)
	maps.DeleteFunc(found, func(_ item, t *domain.Target) bool {
		return t.IsPrivate && !caller.IsAdmin() && (t.Owner == nil || t.Owner.ID != caller.UserID)
	})
	return found, err
}

// targets returns items: one query for each kind. It leaves out items without a row, and those of kinds that are in the
// audit log only, such as channels.
func (s *Service) targets(ctx context.Context, items []item) (map[item]*domain.Target, error) {
	ids := map[string][]uuid.UUID{}
	for _, i := range items {
		ids[i.kind] = append(ids[i.kind], i.id)
	}
	found := make(map[item]*domain.Target, len(items))
	for kind, ids := range ids {
		k, isModerated := s.kinds[kind]
		if !isModerated {
			continue
		}
		targets, err := k.Targets(ctx, s.db.Client(), ids)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			found[item{kind, t.ID}] = &t
		}
	}
	return found, nil
}

// Case is the context that a moderator needs to decide reports.
type Case struct {
	Target  *domain.Target // nil if there is no row any more, or the moderator may not see it
	Open    int            // open reports of the target
	History *History       // of the owner; nil without one
}

// History counts what moderators did about a user before.
type History struct{ Warnings, HiddenItems, Suspensions int }

// OpenCases returns the number of items and users with an open report.
func (s *Service) OpenCases(ctx context.Context) (int, error) {
	n, err := s.db.Client().ReportCase.Query().Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count open cases: %w", err)
	}
	return n, nil
}

// Cases returns the case of each report.
func (s *Service) Cases(ctx context.Context, caller *auth.Caller, reports []*ent.Report) ([]Case, error) {
	items, ids := make([]item, len(reports)), make([]uuid.UUID, len(reports))
	for i, r := range reports {
		items[i], ids[i] = item{r.TargetType, r.TargetID}, r.TargetID
	}
	targets, err := s.shown(ctx, caller, items)
	if err != nil {
		return nil, err
	}
	var open []struct {
		TargetType string    `sql:"target_type"`
		TargetID   uuid.UUID `sql:"target_id"`
		Count      int       `sql:"count"`
	}
	err = s.db.Client().Report.Query().Where(report.TargetIDIn(ids...), report.Status(Open)).
		GroupBy(report.FieldTargetType, report.FieldTargetID).Aggregate(ent.Count()).Scan(ctx, &open)
	if err != nil {
		return nil, fmt.Errorf("count open reports: %w", err)
	}
	counts := make(map[item]int, len(open))
	for _, row := range open {
		counts[item{row.TargetType, row.TargetID}] = row.Count
	}
	histories, err := s.histories(ctx, targets)
	if err != nil {
		return nil, err
	}
	cases := make([]Case, len(reports))
	for i, it := range items {
		cases[i] = Case{Target: targets[it], Open: counts[it]}
		if t := targets[it]; t != nil && t.Owner != nil {
			cases[i].History = histories[t.Owner.ID]
		}
	}
	return cases, nil
}

func (s *Service) histories(ctx context.Context, targets map[item]*domain.Target) (map[uuid.UUID]*History, error) {
	histories := map[uuid.UUID]*History{}
	var owners []uuid.UUID
	for _, t := range targets {
		if t.Owner != nil && histories[t.Owner.ID] == nil {
			histories[t.Owner.ID] = &History{}
			owners = append(owners, t.Owner.ID)
		}
	}
	if len(owners) == 0 {
		return histories, nil
	}
	var acts []struct {
		SubjectID uuid.UUID `sql:"subject_id"`
		Action    string    `sql:"action"`
		Count     int       `sql:"count"`
	}
	err := s.db.Client().AuditEntry.Query().Where(auditentry.SubjectIDIn(owners...)).
		GroupBy(auditentry.FieldSubjectID, auditentry.FieldAction).Aggregate(ent.Count()).Scan(ctx, &acts)
	if err != nil {
		return nil, fmt.Errorf("history of authors: %w", err)
	}
	for _, row := range acts {
		h := histories[row.SubjectID]
		switch row.Action {
		case warn:
			h.Warnings += row.Count
		case Hide:
			h.HiddenItems += row.Count
		case Restore:
			h.HiddenItems -= row.Count
		case suspend, ban:
			h.Suspensions += row.Count
		}
	}
	for _, h := range histories {
		h.HiddenItems = max(0, h.HiddenItems) // content that the board hid automatically has no entry
	}
	return histories, nil
}
