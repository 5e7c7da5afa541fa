// Package usersummary returns the names and links of users that are shown next to content.
package usersummary

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/remoteimage"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

// ToProto returns the author of content. A deleted user has only an id and the name that says so.
func ToProto(u *ent.User) *pb.Author {
	if u.DeletedAt != nil {
		return &pb.Author{Id: u.ID.String(), DisplayName: u.DisplayName}
	}
	return &pb.Author{Id: u.ID.String(), Username: u.Username, DisplayName: u.DisplayName, ViberTag: u.ViberTag,
		Avatar: u.Avatar}
}

// Via returns what content was written with, as answers have it: nil if its author wrote it in a session.
func Via(via string) *string {
	if via == "" {
		return nil
	}
	return &via
}

// Name returns the display name, or the username of a user without one.
func Name(u *ent.User) string { return cmp.Or(u.DisplayName, u.Username) }

// SearchText returns the text by which search finds the content of a user.
func SearchText(u *ent.User) string { return u.Username + " " + u.DisplayName }

// Path returns the path of a user's profile.
func Path(u *ent.User) string { return "/profile/" + url.PathEscape(u.Username) }

// Person returns the author in feeds and JSON-LD, with a link to the profile unless the account is deleted.
func Person(u *ent.User) web.Person {
	person := web.Person{Name: Name(u)}
	if u.DeletedAt == nil {
		person.Path = Path(u)
	}
	return person
}

// Byline returns the handle, or the name that stands for a deleted user.
func Byline(u *ent.User) string {
	if u.DeletedAt != nil {
		return Name(u)
	}
	return u.ViberTag
}

// Lookup finds what texts on db refer to: the members whom they mention, and the addresses of images on other sites.
func Lookup(db *store.DB) markdown.Lookup {
	return markdown.Lookup{
		Members: Members(db.Client()),
		Images: func(ctx context.Context, sources []string) (map[string]string, error) {
			return remoteimage.Addresses(ctx, db, sources)
		},
	}
}

// Members finds the members whom texts mention.
func Members(client *ent.Client) func(ctx context.Context, names []string) (map[string]uuid.UUID, error) {
	return func(ctx context.Context, names []string) (map[string]uuid.UUID, error) {
		users, err := client.User.Query().Where(user.UsernameKeyIn(names...), user.DeletedAtIsNil()).
			Select(user.FieldUsernameKey).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("mentioned users: %w", err)
		}
		members := make(map[string]uuid.UUID, len(users))
		for _, u := range users {
			members[u.UsernameKey] = u.ID
		}
		return members, nil
	}
}

// NarrowFeed returns the feed narrowed to the user in the query parameter userId, or the feed unchanged without the
// parameter. Fault: not found.
func NarrowFeed(ctx context.Context, client *ent.Client, feed web.Feed, query url.Values) (web.Feed, error) {
	id := query.Get("userId")
	if id == "" {
		return feed, nil
	}
	u, err := client.User.Query().Where(user.ID(store.ParseID(id)), user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return feed, fault.NotFound("USER_NOT_FOUND", "User not found")
	}
	if err != nil {
		return feed, fmt.Errorf("user of a feed: %w", err)
	}
	return Feed(feed, u), nil
}

// Feed returns the feed narrowed to a user.
func Feed(feed web.Feed, u *ent.User) web.Feed {
	return feed.With("userId", u.ID.String(), "by "+Name(u), Path(u))
}
