package project

import (
	"context"
	"fmt"
	"net/mail"
	"regexp"
	"strconv"
	"strings"

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
	legacyUsername = "legacy" // the account of what nobody is said to have made
	minUsername    = 3
	maxUsername    = 20
	maxAddress     = 2000
)

// members are the accounts of the people in a legacy file. Their passwords are not known here: nobody can log in to one
// before its password is reset.
type members struct {
	service *Service
	known   map[string]uuid.UUID // by what a person is known by
	made    int
}

func newMembers(s *Service) *members { return &members{service: s, known: map[string]uuid.UUID{}} }

// find is the account of m, made if m is new: by id, else by username, and without either the legacy account. It never is
// an account that somebody registered, lest a stranger who took a name takes the projects along.
func (ms *members) find(ctx context.Context, m legacyMember) (uuid.UUID, error) {
	byID, byName := "id:"+string(m.ID), "name:"+account.Key(string(m.Username))
	if id, ok := ms.known[byID]; ok {
		return id, nil
	}
	key := byID
	switch {
	case m.Username == "":
		m, key = legacyMember{Username: legacyUsername}, legacyUsername
	case m.ID == "":
		key = byName
	}
	if id, ok := ms.known[key]; ok {
		return id, nil
	}
	id, made := legacyID(legacyTime, "user:"+key), false
	err := ms.service.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		there, err := tx.User.Query().Where(user.ID(id)).Exist(ctx)
		if err != nil || there {
			return err
		}
		made = true
		return ms.create(ctx, tx, id, m)
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("account of %s: %w", m.Username, err)
	}
	if made {
		ms.made++
	}
	ms.known[key] = id
	if _, ok := ms.known[byName]; !ok {
		ms.known[byName] = id
	}
	return id, nil
}

func (ms *members) create(ctx context.Context, tx *ent.Client, id uuid.UUID, m legacyMember) error {
	username, err := freeUsername(ctx, tx, string(m.Username))
	if err != nil {
		return err
	}
	email := string(m.Email)
	if _, err := mail.ParseAddress(email); err != nil || len(email) > 254 || strings.ContainsAny(email, "<> ") {
		email = ""
	}
	if email != "" {
		taken, err := tx.User.Query().Where(user.EmailKey(account.Key(email))).Exist(ctx)
		if err != nil {
			return err
		}
		if taken {
			email = ""
		}
	}
	if email == "" { // no mail reaches this top-level domain
		email = username + "@legacy.invalid"
	}
	at := m.CreatedAt.Time
	if at.IsZero() {
		at = m.JoinedAt.Time
	}
	if at.IsZero() || at.After(ms.service.now()) {
		at = legacyTime
	}
	c := account.NewMember(tx, username, email, "", at).SetID(id)
	setProfile(c, m)
	if err := c.Exec(ctx); err != nil {
		return err
	}
	return stats.Add(ctx, tx, stats.Users, 1)
}

var avatarAddress = regexp.MustCompile(`^(/uploads/[A-Za-z0-9/._-]+|https?://[^/\s]\S*)$`)

// setProfile sets what m says of itself, each part only if the rules of a profile let it.
func setProfile(c *ent.UserCreate, m legacyMember) {
	said := func(t text) *string { return new(store.Clean(string(t))) }
	line := func(t text) *string { return new(store.ToOneLine(string(t))) }
	social := func(l *pb.SocialLinks) *pb.UserInput { return &pb.UserInput{SocialLinks: l} }
	l := m.SocialLinks
	for _, part := range []*pb.UserInput{
		{DisplayName: line(m.DisplayName)},
		{Bio: said(m.Bio)},
		{Location: line(m.Location)},
		{Skills: &pb.StringList{Values: unique(oneLineEach(m.Skills))}},
		social(&pb.SocialLinks{Github: said(l.GitHub)}),
		social(&pb.SocialLinks{Twitter: said(l.Twitter)}),
		social(&pb.SocialLinks{Linkedin: said(l.LinkedIn)}),
		social(&pb.SocialLinks{Website: said(l.Website)}),
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
	for _, avatar := range []text{m.ProfilePicURL, m.Avatar} {
		if len(avatar) <= maxAddress && avatarAddress.MatchString(string(avatar)) {
			c.SetAvatar(string(avatar))
		}
	}
}

var notInUsername = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// freeUsername is a username that nobody has, as near to the wanted one as the rules of usernames allow.
func freeUsername(ctx context.Context, tx *ent.Client, wanted string) (string, error) {
	base := strings.Trim(notInUsername.ReplaceAllString(wanted, "_"), "_")
	if base == "" {
		base = legacyUsername
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
