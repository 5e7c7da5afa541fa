package project

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/featureact"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// Actions in the audit log.
const (
	actionFeature   = "feature"
	actionUnfeature = "unfeature"
)

// Feature features a project until a time, nil for no end, and records the admin and the reason. shown is the sentence
// that everybody sees beside the project; it may be empty. If the project is already featured,
// Feature ends the current act and records a new one with the new end; the project keeps its place on the home page.
// The access option admits admins only. Faults: not found; conflict for a draft; invalid for an end in the past.
func (s *Service) Feature(ctx context.Context, admin *auth.Caller, id uuid.UUID, until *time.Time,
	reason, shown string) (*ent.Project, error) {
	now := s.now()
	if until != nil && !until.After(now) {
		return nil, fault.Invalid("until", "The end must be in the future")
	}
	var p *ent.Project
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if p, err = s.lock(ctx, tx, id); err != nil {
			return err
		}
		if !p.IsPublic {
			return fault.Precondition("PROJECT_NOT_PUBLIC", "Only a public project can be featured")
		}
		if p.FeaturedAt != nil {
			err = s.endAct(ctx, tx, id)
		} else {
			p.FeaturedAt = &now
		}
		if err != nil {
			return err
		}
		p.FeaturedReason = store.ToOneLine(shown)
		if err := tx.Project.Update().Where(entproject.ID(id)).SetFeaturedAt(*p.FeaturedAt).
			SetFeaturedReason(p.FeaturedReason).Exec(ctx); err != nil {
			return err
		}
		err = tx.FeatureAct.Create().SetProjectID(id).SetAdminID(admin.UserID).SetFeatured(true).
			SetReason(store.Clean(reason)).SetFeaturedReason(p.FeaturedReason).SetCreatedAt(now).
			SetNillableUntil(until).Exec(ctx)
		if err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: actionFeature, TargetType: Kind, Target: id,
			Subject: p.UserID, Reason: reason}, now)
	})
	if err != nil {
		return nil, fmt.Errorf("feature project: %w", err)
	}
	return p, nil
}

// Unfeature stops featuring a project and records the admin and the reason. Without a change it does nothing. The
// access option admits admins only. Fault: not found.
func (s *Service) Unfeature(ctx context.Context, admin *auth.Caller, id uuid.UUID,
	reason string) (*ent.Project, error) {
	var p *ent.Project
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		var err error
		if p, err = s.lock(ctx, tx, id); err != nil || p.FeaturedAt == nil {
			return err
		}
		p.FeaturedAt, p.FeaturedReason = nil, ""
		if err := s.endFeature(ctx, tx, id); err != nil {
			return err
		}
		return audit.Add(ctx, s.db, tx, admin, audit.Entry{Action: actionUnfeature, TargetType: Kind, Target: id,
			Subject: p.UserID, Reason: reason}, s.now())
	})
	if err != nil {
		return nil, fmt.Errorf("unfeature project: %w", err)
	}
	return p, nil
}

func (s *Service) endFeature(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	if err := tx.Project.Update().Where(entproject.ID(id)).ClearFeaturedAt().SetFeaturedReason("").
		Exec(ctx); err != nil {
		return err
	}
	return s.endAct(ctx, tx, id)
}

// endAct ends the current feature act of a project, if there is one.
func (s *Service) endAct(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	return tx.FeatureAct.Update().Where(featureact.ProjectID(id), featureact.Featured(true), featureact.EndedAtIsNil()).
		SetEndedAt(s.now()).Exec(ctx)
}

const endBatch = 20

// featuresEnd reports whether a project is featured past its end.
func (s *Service) featuresEnd(ctx context.Context) (bool, error) {
	return s.db.Client().FeatureAct.Query().Where(featureact.UntilLTE(s.now()), featureact.EndedAtIsNil()).Exist(ctx)
}

// endFeatures stops featuring the projects whose end has passed.
func (s *Service) endFeatures(ctx context.Context) error {
	due, err := s.db.Client().FeatureAct.Query().Where(featureact.UntilLTE(s.now()), featureact.EndedAtIsNil()).
		Order(featureact.ByUntil()).Limit(endBatch).All(ctx)
	if err != nil {
		return fmt.Errorf("look for features that are over: %w", err)
	}
	for _, act := range due {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			if _, err := s.lock(ctx, tx, act.ProjectID); err != nil {
				return err
			}
			// An admin may have featured the project again meanwhile, with another end.
			over, err := tx.FeatureAct.Query().Where(featureact.ID(act.ID), featureact.EndedAtIsNil()).Exist(ctx)
			if err != nil || !over {
				return err
			}
			return s.endFeature(ctx, tx, act.ProjectID)
		})
		if err != nil && !fault.IsNotFound(err) { // the project may have been deleted meanwhile
			return fmt.Errorf("end a feature: %w", err)
		}
	}
	return nil
}

// Featuring is a period in which a project is or was featured.
type Featuring struct {
	*ent.FeatureAct
	Admin *ent.User // nil if that account is erased
}

type featurePosition struct{ ID int }

const listFeatures = "features"

// Features returns the projects that are or were featured, the latest first, with the projects and their owners loaded.
func (s *Service) Features(ctx context.Context, size int, token string) ([]Featuring, string, error) {
	from, err := paging.Parse[featurePosition](listFeatures, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().FeatureAct.Query().
		Where(featureact.Featured(true), featureact.HasProjectWith(entproject.DeletedAtIsNil())).
		WithProject(func(q *ent.ProjectQuery) {
			q.Select(entproject.FieldTitle, entproject.FieldShort, entproject.FieldUserID).WithOwner()
		}).
		Order(featureact.ByID(entsql.OrderDesc())).Limit(size + 1)
	if from != nil {
		query.Where(featureact.IDLT(from.ID))
	}
	acts, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list features: %w", err)
	}
	page, next, err := paging.Cut(listFeatures, acts, size,
		func(last *ent.FeatureAct) featurePosition { return featurePosition{last.ID} })
	if err != nil {
		return nil, "", err
	}
	ids := make([]uuid.UUID, len(page))
	for i, act := range page {
		ids[i] = act.AdminID
	}
	admins, err := s.db.Client().User.Query().Where(user.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("admins of features: %w", err)
	}
	byID := make(map[uuid.UUID]*ent.User, len(admins))
	for _, u := range admins {
		byID[u.ID] = u
	}
	out := make([]Featuring, len(page))
	for i, act := range page {
		out[i] = Featuring{act, byID[act.AdminID]}
	}
	return out, next, nil
}
