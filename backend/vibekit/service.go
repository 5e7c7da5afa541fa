// Package vibekit makes briefs and logo ideas with an AI provider and keeps them in the history of their user.
package vibekit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/generation"
	"uvboard/ent/schema"
	"uvboard/ent/user"
)

const (
	kindBrief     = "brief"
	kindLogoIdeas = "logo_ideas"

	// historySize is how many results of a user are kept.
	historySize = 100
	// generateTime is the time for a result, a second attempt included.
	generateTime = 30 * time.Second
)

// Service generates results and keeps them.
type Service struct {
	db       *store.DB
	provider *provider          // nil if none is configured
	limits   *ratelimit.Limiter // nil for no limit
	now      func() time.Time
	time     time.Duration // for a result
}

// NewService returns a service that uses the provider of the settings, if they have a key; limits is nil for no limit,
// now is the clock.
func NewService(db *store.DB, settings config.OpenAI, limits *ratelimit.Limiter, now func() time.Time) *Service {
	s := &Service{db: db, limits: limits, now: store.Clock(now), time: generateTime}
	if settings.Key != "" {
		s.provider = newProvider(settings)
	}
	return s
}

// Status is a user's remaining allowance.
type Status struct {
	Configured        bool
	Limited           bool
	Remaining, Hourly int // if Limited
}

// Status returns a user's remaining allowance.
func (s *Service) Status(ctx context.Context, userID uuid.UUID) (Status, error) {
	left, full, limited, err := s.limits.Left(ctx, ratelimit.ByUser(auth.LimitVibeKit, userID))
	return Status{Configured: s.provider != nil, Limited: limited, Remaining: left, Hourly: full}, err
}

const testTime = 10 * time.Second

// Test asks the provider for something that costs nothing, and returns what is wrong in a sentence; empty if its key
// works.
func (s *Service) Test(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	return s.provider.test(ctx)
}

var (
	briefSchema = schemaOf(schema.Brief{})
	logoSchema  = schemaOf(schema.LogoIdeas{})
)

const briefInstructions = `You help makers of small software projects to plan them. Make a brief of the idea in the data: concrete, honest ` +
	`about what is hard, without marketing words. Treat an empty audience or platform as open, and choose what fits. The must-have features ` +
	`appear in the user stories.`

// Brief makes a brief. If show is not nil, it gets partial briefs, beginning with an empty one. Faults: no provider,
// rate limited, failure of the provider.
func (s *Service) Brief(ctx context.Context, caller *auth.Caller, in schema.BriefInput,
	show func(*schema.Brief) error) (*schema.Brief, error) {
	in.Idea, in.Audience, in.Platform = store.Clean(in.Idea), store.Clean(in.Audience), store.Clean(in.Platform)
	in.MustHaveFeatures = store.Unique(store.CleanList(strings.Split(strings.Join(in.MustHaveFeatures, ","), ",")))
	if in.Idea == "" {
		return nil, fault.Invalid("idea", "Idea is required")
	}
	q := question{name: kindBrief, instructions: briefInstructions, data: in, schema: briefSchema}
	made, err := generate(ctx, s, caller, q, checkBrief, show)
	if err != nil {
		return nil, fmt.Errorf("generate brief: %w", err)
	}
	return made, s.save(ctx, caller, func(create *ent.GenerationCreate) {
		create.SetKind(kindBrief).SetBriefInput(&in).SetBrief(made)
	})
}

const logoInstructions = `You help makers of small software projects to name and brand them. Make names, taglines and motifs for the brand in ` +
	`the data. Its style is wordmark, monogram or icon+wordmark, its colors are hexadecimal: let both guide the motifs.`

// DefaultColors are the colors of a logo for which none are given.
var DefaultColors = schema.LogoColors{Primary: "#6366f1", Secondary: "#a855f7", Accent: "#22c55e"}

// LogoIdeas makes ideas for a logo. If show is not nil, it gets partial ideas, beginning with empty ones. Faults: no
// provider, rate limited, failure of the provider.
func (s *Service) LogoIdeas(ctx context.Context, caller *auth.Caller, in schema.LogoInput,
	show func(*schema.LogoIdeas) error) (*schema.LogoIdeas, error) {
	if in.BrandName = store.Clean(in.BrandName); in.BrandName == "" {
		return nil, fault.Invalid("brandName", "Brand name is required")
	}
	q := question{name: kindLogoIdeas, instructions: logoInstructions, data: in, schema: logoSchema}
	made, err := generate(ctx, s, caller, q, checkLogoIdeas, show)
	if err != nil {
		return nil, fmt.Errorf("generate logo ideas: %w", err)
	}
	return made, s.save(ctx, caller, func(create *ent.GenerationCreate) {
		create.SetKind(kindLogoIdeas).SetLogoInput(&in).SetLogoIdeas(made)
	})
}

// generate asks the provider, a second time if the first answer is unusable or declined. If show is not nil, it gets
// partial answers, beginning with an empty one. A call counts against the limit unless the provider has failed.
func generate[T any](ctx context.Context, s *Service, caller *auth.Caller, q question,
	check, show func(*T) error) (*T, error) {
	if s.provider == nil {
		return nil, fault.Unavailable("OPENAI_KEY_MISSING",
			"The OpenAI API key must be configured in the server environment.")
	}
	key := ratelimit.ByUser(auth.LimitVibeKit, caller.UserID)
	if wait, err := s.limits.Take(ctx, key); err != nil {
		return nil, err
	} else if wait > 0 {
		return nil, fault.Limited("You have used up what you can generate in an hour.", wait)
	}
	bounded, cancel := context.WithTimeout(ctx, s.time)
	defer cancel()
	made, err := attempt(bounded, s.provider, q, check, show)
	if errors.Is(err, errUnusable) || errors.Is(err, errDeclined) {
		slog.WarnContext(ctx, "AI provider is asked again", "schema", q.name, "error", err.Error())
		made, err = attempt(bounded, s.provider, q, check, show)
	}
	switch {
	case err == nil:
		return made, nil
	case errors.Is(err, errFailed):
		return nil, errors.Join(err, s.limits.Return(ctx, key))
	case ctx.Err() == nil && bounded.Err() != nil:
		return nil, fault.Unavailable("OPENAI_TIMEOUT", "The AI provider took too long. Please try again.")
	case errors.Is(err, errDeclined):
		return nil, fault.Unavailable("OPENAI_DECLINED",
			"The AI provider declined to answer. Please change your text and try again.")
	case errors.Is(err, errUnusable):
		return nil, fault.Unavailable("OPENAI_UNUSABLE",
			"The AI provider's answer could not be used. Please try again.")
	}
	return nil, err
}

func attempt[T any](ctx context.Context, p *provider, q question, check, show func(*T) error) (*T, error) {
	var heard func(string) error
	if show != nil {
		if err := show(new(T)); err != nil {
			return nil, err
		}
		heard = partially(p.pause, show)
	}
	text, err := p.ask(ctx, q, heard)
	if err != nil {
		return nil, err
	}
	return read(q.schema, text, check)
}

// save stores a result and deletes the oldest ones beyond historySize.
func (s *Service) save(ctx context.Context, caller *auth.Caller, set func(*ent.GenerationCreate)) error {
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		there, err := tx.User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil()).Exist(ctx)
		if err != nil {
			return err
		}
		if !there { // deleted since the call was authenticated
			return auth.Admit(auth.User, nil)
		}
		create := tx.Generation.Create().SetID(store.NewID(now)).SetCreatedAt(now).SetUserID(caller.UserID)
		set(create)
		if err := create.Exec(ctx); err != nil {
			return err
		}
		old, err := tx.Generation.Query().Where(generation.UserID(caller.UserID)).
			Order(generation.ByID(entsql.OrderDesc())).
			Offset(historySize).Limit(historySize).IDs(ctx)
		if err != nil || len(old) == 0 {
			return err
		}
		_, err = tx.Generation.Delete().Where(generation.IDIn(old...)).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("save generation: %w", err)
	}
	return nil
}

type position struct{ ID uuid.UUID }

// List returns results of a user, newest first; kind "" means all.
func (s *Service) List(ctx context.Context, userID uuid.UUID, kind string, size int,
	token string) ([]*ent.Generation, string, error) {
	list := paging.ListName("generations", kind)
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().Generation.Query().Where(generation.UserID(userID)).
		Order(generation.ByID(entsql.OrderDesc())).Limit(size + 1)
	if kind != "" {
		query.Where(generation.Kind(kind))
	}
	if from != nil {
		query.Where(generation.IDLT(from.ID))
	}
	generations, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list generations: %w", err)
	}
	return paging.Cut(list, generations, size, func(last *ent.Generation) position { return position{last.ID} })
}

// Delete deletes a result of a user. Fault: not found.
func (s *Service) Delete(ctx context.Context, userID, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.Generation.Delete().Where(generation.ID(id), generation.UserID(userID)).Exec(ctx)
		if err == nil && n == 0 {
			return fault.NotFound("GENERATION_NOT_FOUND", "Result not found")
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete generation: %w", err)
	}
	return nil
}
