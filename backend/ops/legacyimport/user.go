package legacyimport

import (
	"context"
	"fmt"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/store"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

const (
	ownerless        = "legacy" // username of the account that owns projects without an owner
	minUsername      = 3
	maxUsername      = 20
	maxEmail         = 254
	maxAvatarAddress = 2000
)

// account returns the account for u and creates it on its first import. A user is identified by id, else by username;
// one with neither is the ownerless account. Nobody can log in to a created account until its password is reset.
func (i *importer) account(ctx context.Context, u userRecord) (uuid.UUID, error) {
	byID, byName := "id:"+string(u.ID), "name:"+account.Key(string(u.Username))
	if id, ok := i.owners[byID]; ok {
		return id, nil
	}
	key := byID
	switch {
	case u.Username == "":
		u, key = userRecord{Username: ownerless}, ownerless
	case u.ID == "":
		key = byName
	}
	if id, ok := i.owners[key]; ok {
		return id, nil
	}
	id, created, notice := newID(undated, "user:"+key), false, ""
	err := i.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		exists, err := tx.User.Query().Where(user.ID(id)).Exist(ctx)
		if err != nil || exists {
			return err
		}
		m, err := member(ctx, tx, u)
		if err != nil {
			return err
		}
		if m != nil {
			id, notice = m.ID, fmt.Sprintf("%s is the member %s: their projects go to this account", u.Username,
				m.Username)
			return nil
		}
		created = true
		notice, err = createUser(ctx, tx, id, u, i.now)
		return err
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("account of %s: %w", u.Username, err)
	}
	if created {
		i.done.Users++
	}
	if notice != "" {
		i.notice(notice)
	}
	i.owners[key] = id
	if _, ok := i.owners[byName]; !ok {
		i.owners[byName] = id
	}
	return id, nil
}

// member returns the account that the person of a record has already: the one with the record's email, if that is
// confirmed. A username alone identifies the member by that name; beside an email it does not, so that a stranger who
// took it does not get the projects.
func member(ctx context.Context, tx *ent.Client, u userRecord) (*ent.User, error) {
	email := emailOf(u)
	is := user.And(user.EmailKey(account.Key(email)), user.EmailVerifiedAtNotNil())
	if email == "" {
		if u.Username == ownerless {
			return nil, nil
		}
		is = user.UsernameKey(account.Key(string(u.Username)))
	}
	m, err := tx.User.Query().Where(is, user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return m, err
}

// emailOf returns the email of a record, or "" if it is none.
func emailOf(u userRecord) string {
	email := string(u.Email)
	if _, err := mail.ParseAddress(email); err != nil || len(email) > maxEmail || strings.ContainsAny(email, "<> ") {
		return ""
	}
	return email
}

// createUser creates the account of a record. If it differs from the record in what its owner logs in with, it returns
// a sentence about that.
func createUser(ctx context.Context, tx *ent.Client, id uuid.UUID, u userRecord,
	now time.Time) (notice string, err error) {
	username, err := freeUsername(ctx, tx, string(u.Username))
	if err != nil {
		return "", err
	}
	if username != string(u.Username) {
		notice = fmt.Sprintf("%s is imported as %s: the username is taken by somebody else, or not allowed here",
			u.Username, username)
	}
	email := emailOf(u)
	if email != "" {
		taken, err := tx.User.Query().Where(user.EmailKey(account.Key(email))).Exist(ctx)
		if err != nil {
			return "", err
		}
		if taken {
			notice = fmt.Sprintf("%s is imported as %s without the email %s, which another account has and has not confirmed",
				u.Username, username, email)
			email = ""
		}
	}
	if email == "" { // .invalid is reserved: no mail is delivered there
		email = username + "@legacy.invalid"
	}
	at := u.CreatedAt.Time
	if at.IsZero() {
		at = u.JoinedAt.Time
	}
	if at.IsZero() || at.After(now) {
		at = undated
	}
	c := account.NewUser(tx, username, email, "", at).SetID(id)
	setProfile(c, u)
	if err := c.Exec(ctx); err != nil {
		return "", err
	}
	return notice, stats.Add(ctx, tx, stats.Users, 1)
}

var avatarAddress = regexp.MustCompile(`^(/uploads/[A-Za-z0-9/._-]+|https?://[^/\s]\S*)$`)

// setProfile sets each field that the rules of a profile allow and leaves out the others.
func setProfile(c *ent.UserCreate, u userRecord) {
	clean := func(t text) *string { return new(store.Clean(string(t))) }
	line := func(t text) *string { return new(store.ToOneLine(string(t))) }
	social := func(l *pb.SocialLinks) *pb.UserInput { return &pb.UserInput{SocialLinks: l} }
	l := u.SocialLinks
	for _, part := range []*pb.UserInput{
		{DisplayName: line(u.DisplayName)},
		{Bio: clean(u.Bio)},
		{Location: line(u.Location)},
		{Skills: &pb.StringList{Values: store.Unique(oneLineEach(u.Skills))}},
		social(&pb.SocialLinks{Github: clean(l.GitHub)}),
		social(&pb.SocialLinks{Twitter: clean(l.Twitter)}),
		social(&pb.SocialLinks{Linkedin: clean(l.LinkedIn)}),
		social(&pb.SocialLinks{Website: clean(l.Website)}),
	} {
		if protovalidate.Validate(part) != nil {
			continue
		}
		c.SetNillableDisplayName(part.DisplayName).SetNillableBio(part.Bio).SetNillableLocation(part.Location)
		if part.Skills != nil {
			c.SetSkills(part.Skills.Values)
		}
		if links := part.SocialLinks; links != nil {
			c.SetNillableGithub(links.Github).SetNillableTwitter(links.Twitter).
				SetNillableLinkedin(links.Linkedin).SetNillableWebsite(links.Website)
		}
	}
	for _, avatar := range []text{u.ProfilePicURL, u.Avatar} {
		if len(avatar) <= maxAvatarAddress && avatarAddress.MatchString(string(avatar)) {
			c.SetAvatar(string(avatar))
		}
	}
}

var notInUsername = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// freeUsername returns an unused username, as close to the wanted one as the rules of usernames allow.
func freeUsername(ctx context.Context, tx *ent.Client, wanted string) (string, error) {
	base := strings.Trim(notInUsername.ReplaceAllString(wanted, "_"), "_")
	if base == "" {
		base = ownerless
	}
	for len(base) < minUsername {
		base += "_"
	}
	for n := 1; ; n++ {
		end := ""
		if n > 1 {
			end = "_" + strconv.Itoa(n)
		}
		username := base[:min(len(base), maxUsername-len(end))] + end
		taken, err := tx.User.Query().Where(user.UsernameKey(account.Key(username))).Exist(ctx)
		if err != nil || !taken {
			return username, err
		}
	}
}
