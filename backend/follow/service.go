// Package follow keeps what users follow: other users, projects, tags, tools and forum channels.
package follow

import (
	"context"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/forum"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/tag"
	"uvboard/backend/project"
	"uvboard/ent"
	entfollow "uvboard/ent/follow"
	"uvboard/ent/predicate"
	enttag "uvboard/ent/tag"
	"uvboard/ent/user"
)

// Max limits what a user follows.
const Max = 10_000

// Types of what is followed, as in REST.
const (
	User    = "user"
	Project = "project"
	Tag     = tag.Topic
	Tool    = tag.Tool
	Channel = "channel"
)

// columns are the columns of the types with ids.
var columns = map[string]string{User: entfollow.FieldMemberID, Project: entfollow.FieldProjectID,
	Channel: entfollow.FieldChannelID}

// Service follows.
type Service struct {
	db    *store.DB
	kinds map[string]domain.ItemKind // what is followed
	items map[string]domain.ItemKind // what followers see
	parts []part
	now   func() time.Time
}

// NewService returns a service for the items of domains; now is the clock.
func NewService(db *store.DB, domains []domain.Domain, now func() time.Time) *Service {
	items := domain.ItemKinds(domains)
	of := map[string]domain.ItemKind{
		User: items[account.Kind], Project: items[project.Kind], Channel: items[forum.ChannelKind],
	}
	return &Service{db: db, kinds: of, items: items, parts: parts(domains), now: store.Clock(now)}
}

// Follow is something that a user follows.
type Follow struct {
	*ent.Follow
	Type, Title, Path string // Title and Path are empty if it has been hidden or deleted
}

// target is what a user wants to follow: the id of an item, or that of a tag.
type target struct {
	kind string
	id   uuid.UUID
	tag  string
}

func (s *Service) target(ctx context.Context, kind, id string) (target, error) {
	switch kind {
	case User, Project, Channel:
		return target{kind: kind, id: store.ParseID(id)}, nil
	case Tag, Tool:
		ids, err := tag.Find(ctx, s.db.Client(), tag.Of(kind, id))
		if err != nil || len(ids) == 0 {
			return target{kind: kind}, err
		}
		return target{kind: kind, tag: ids[0]}, nil
	}
	return target{}, fault.UnknownValue("type")
}

// is matches the rows of a target.
func (t target) is() predicate.Follow {
	if column := columns[t.kind]; column != "" {
		return entsql.FieldEQ(column, t.id)
	}
	return entfollow.Tag(t.tag)
}

// Add follows something for a user. Faults: not found, OWN_ACCOUNT, FOLLOWS_FULL.
func (s *Service) Add(ctx context.Context, userID uuid.UUID, kind, id string) (Follow, error) {
	t, err := s.target(ctx, kind, id)
	if err != nil {
		return Follow{}, err
	}
	if kind == User && t.id == userID {
		return Follow{}, fault.Denied("OWN_ACCOUNT", "You cannot follow yourself")
	}
	var row *ent.Follow
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := s.lock(ctx, tx, userID, t); err != nil {
			return err
		}
		row, err = tx.Follow.Query().Where(entfollow.UserID(userID), t.is()).Only(ctx)
		if !ent.IsNotFound(err) {
			return err
		}
		n, err := tx.Follow.Query().Where(entfollow.UserID(userID)).Count(ctx)
		if err != nil {
			return err
		}
		if n >= Max {
			return fault.Blocked("FOLLOWS_FULL", "You follow 10,000 things. Unfollow some to follow more.")
		}
		now := s.now()
		create := tx.Follow.Create().SetID(store.NewID(now)).SetUserID(userID).SetCreatedAt(now)
		switch kind {
		case User:
			create.SetMemberID(t.id)
		case Project:
			create.SetProjectID(t.id)
		case Channel:
			create.SetChannelID(t.id)
		default:
			create.SetTag(t.tag)
		}
		if row, err = create.Save(ctx); err != nil || kind != User {
			return err
		}
		if err := s.db.Emit(ctx, tx, userEvent(event.Followed, userID, t.id)); err != nil {
			return err
		}
		return count(ctx, tx, userID, t.id, 1)
	})
	if err != nil {
		return Follow{}, fmt.Errorf("follow: %w", err)
	}
	list, err := s.describe(ctx, []*ent.Follow{row})
	if err != nil {
		return Follow{}, err
	}
	return list[0], nil
}

// lock locks the follower and a followed user, and fails if one of them or the target is not there for everybody.
func (s *Service) lock(ctx context.Context, tx *ent.Client, userID uuid.UUID, t target) error {
	ids := []uuid.UUID{userID}
	if k, ok := s.kinds[t.kind]; ok {
		if t.kind == User {
			ids = append(ids, t.id)
		}
		found, err := k.VisibleTargets(ctx, tx, s.db.Dialect, []uuid.UUID{t.id})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fault.NotFound("NOT_FOUND", k.Noun+" not found")
		}
	} else {
		known, err := tx.Tag.Query().Where(enttag.ID(t.tag)).Exist(ctx)
		if err != nil {
			return err
		}
		if !known && (t.kind != Tool || project.ToolName(tag.Slug(t.tag)) == "") {
			return fault.NotFound("NOT_FOUND", strings.ToUpper(t.kind[:1])+t.kind[1:]+" not found")
		}
	}
	locked, err := tx.User.Query().Where(user.IDIn(ids...), user.DeletedAtIsNil(), s.db.ForUpdate).Order(user.ByID()).
		IDs(ctx)
	if err != nil {
		return err
	}
	if len(locked) < len(ids) {
		return fault.NotFound("USER_NOT_FOUND", "User not found")
	}
	return nil
}

// Remove ends to follow something. It does nothing if the user does not follow it.
func (s *Service) Remove(ctx context.Context, userID uuid.UUID, kind, id string) error {
	t, err := s.target(ctx, kind, id)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		ids := []uuid.UUID{userID}
		if kind == User {
			ids = append(ids, t.id)
		}
		if _, err := tx.User.Query().Where(user.IDIn(ids...), s.db.ForUpdate).Order(user.ByID()).IDs(ctx); err != nil {
			return err
		}
		n, err := tx.Follow.Delete().Where(entfollow.UserID(userID), t.is()).Exec(ctx)
		if err != nil || n == 0 || kind != User {
			return err
		}
		if err := s.db.Emit(ctx, tx, userEvent(event.Changed, userID, t.id)); err != nil {
			return err
		}
		return count(ctx, tx, userID, t.id, -1)
	})
	if err != nil {
		return fmt.Errorf("unfollow: %w", err)
	}
	return nil
}

func userEvent(kind event.Kind, by, followed uuid.UUID) event.Event {
	return event.Event{Kind: kind, Item: event.Item{Type: account.Kind, ID: followed}, Actor: by,
		To: []uuid.UUID{followed}}
}

// count changes the counters of two locked users.
func count(ctx context.Context, tx *ent.Client, follower, followed uuid.UUID, change int) error {
	if err := tx.User.Update().Where(user.ID(follower)).AddFollowingCount(change).Exec(ctx); err != nil {
		return err
	}
	return tx.User.Update().Where(user.ID(followed)).AddFollowerCount(change).Exec(ctx)
}

// List returns what a user follows, newest first: of a type, or all; with ids, only those.
func (s *Service) List(ctx context.Context, userID uuid.UUID, kind string, ids []string, size int,
	token string) (follows []Follow, next string, err error) {
	list := paging.ListName("follows", kind)
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	where := []predicate.Follow{entfollow.UserID(userID)}
	switch column := columns[kind]; {
	case kind == "":
	case column != "":
		where = append(where, entsql.FieldNotNull(column))
	default:
		where = append(where, entfollow.TagHasPrefix(kind+":"))
	}
	if len(ids) > 0 {
		var any []predicate.Follow
		for _, id := range ids {
			t, err := s.target(ctx, kind, id)
			if err != nil {
				return nil, "", err
			}
			any = append(any, t.is())
		}
		where = append(where, entfollow.Or(any...))
	}
	if from != nil {
		where = append(where, entfollow.IDLT(*from))
	}
	rows, err := s.db.Client().Follow.Query().Where(where...).Order(entfollow.ByID(entsql.OrderDesc())).Limit(size + 1).
		All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list follows: %w", err)
	}
	rows, next, err = paging.Cut(list, rows, size, func(last *ent.Follow) uuid.UUID { return last.ID })
	if err != nil {
		return nil, "", err
	}
	follows, err = s.describe(ctx, rows)
	return follows, next, err
}

// describe adds titles and pages: two queries for each type.
func (s *Service) describe(ctx context.Context, rows []*ent.Follow) ([]Follow, error) {
	ids, tags := map[string][]uuid.UUID{}, []string{}
	follows := make([]Follow, len(rows))
	for i, row := range rows {
		f := Follow{Follow: row}
		switch {
		case row.Tag != nil:
			f.Type, _, _ = strings.Cut(*row.Tag, ":")
			tags = append(tags, *row.Tag)
		default:
			var id uuid.UUID
			f.Type, id = of(row)
			ids[f.Type] = append(ids[f.Type], id)
		}
		follows[i] = f
	}
	found := map[uuid.UUID]domain.Target{}
	for kind, ids := range ids {
		targets, err := s.kinds[kind].VisibleTargets(ctx, s.db.Client(), s.db.Dialect, ids)
		if err != nil {
			return nil, err
		}
		for _, t := range targets {
			found[t.ID] = t
		}
	}
	names := map[string]string{}
	if len(tags) > 0 {
		known, err := s.db.Client().Tag.Query().Where(enttag.IDIn(tags...)).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("names of tags: %w", err)
		}
		for _, t := range known {
			names[t.ID] = t.Name
		}
	}
	for i, f := range follows {
		if f.Tag == nil {
			_, id := of(f.Follow)
			follows[i].Title, follows[i].Path = found[id].Title, found[id].Path
			continue
		}
		// A tag that no item has any more may come back.
		follows[i].Title, follows[i].Path = project.TagName(*f.Tag, names[*f.Tag]), address.Tag(*f.Tag)
	}
	return follows, nil
}

// of returns the type and the id of a row that follows no tag.
func of(row *ent.Follow) (kind string, id uuid.UUID) {
	switch {
	case row.MemberID != nil:
		return User, *row.MemberID
	case row.ProjectID != nil:
		return Project, *row.ProjectID
	}
	return Channel, *row.ChannelID
}

// People lists the followers of a user, or the users whom it follows, newest first. Followers who hide whom they follow
// are listed for the user only. Faults: not found; HIDDEN.
func (s *Service) People(ctx context.Context, caller *auth.Caller, userID uuid.UUID, followers bool, size int,
	token string) (rows []*ent.Follow, next string, err error) {
	list := paging.ListName("people", userID.String(), fmt.Sprint(followers))
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	u, err := s.db.Client().User.Query().Where(user.ID(userID), user.DeletedAtIsNil()).Select(user.FieldHidesFollows).
		Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, "", fault.NotFound("USER_NOT_FOUND", "User not found")
	case err != nil:
		return nil, "", fmt.Errorf("followers: %w", err)
	case u.HidesFollows && (caller == nil || caller.UserID != userID):
		return nil, "", fault.Denied("HIDDEN", "This user hides followers and following")
	}
	query := s.db.Client().Follow.Query().Order(entfollow.ByID(entsql.OrderDesc())).Limit(size + 1)
	if followers {
		shown := []predicate.User{user.DeletedAtIsNil()}
		if caller == nil || caller.UserID != userID {
			shown = append(shown, user.HidesFollows(false))
		}
		query.Where(entfollow.MemberID(userID), entfollow.HasUserWith(shown...)).WithUser()
	} else {
		query.Where(entfollow.UserID(userID), entfollow.HasMemberWith(user.DeletedAtIsNil())).WithMember()
	}
	if from != nil {
		query.Where(entfollow.IDLT(*from))
	}
	if rows, err = query.All(ctx); err != nil {
		return nil, "", fmt.Errorf("followers: %w", err)
	}
	return paging.Cut(list, rows, size, func(last *ent.Follow) uuid.UUID { return last.ID })
}
