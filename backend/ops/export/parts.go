package export

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/media"
	"uvboard/backend/platform/rest"
	"uvboard/backend/project"
	"uvboard/backend/user"
	"uvboard/backend/vote"
	"uvboard/ent"
	entmail "uvboard/ent/mail"
	entproject "uvboard/ent/project"
	entsession "uvboard/ent/session"
	entupload "uvboard/ent/upload"
	entvote "uvboard/ent/vote"
)

// pageSize is how many rows are read at once.
const pageSize = 100

const readme = `This is everything that %s keeps of %s, as of %s.

profile.json   your profile, your e-mail address and the dates of your account
projects.json  your projects, drafts included
votes.json     your votes: on what, which way and when
sessions.json  where you are logged in
tokens.json    your access tokens, without their secrets
mails.json     what was mailed to you lately, without the links in it
uploads.json   your pictures and films: which file is which, and where it is shown
uploads/       the files themselves, in the largest size there is; what a camera notes in a picture was removed
               when you sent it

The words and numbers are those of the API, which /openapi.yaml describes. Times are in UTC.
Passwords and secrets are not in here: the board keeps only what tells a right one from a wrong one.
What changed while this was written may be in it or not.
`

func (s *Service) readme(_ context.Context, a *archive, member *ent.User) error {
	file, err := a.file("README.txt", zip.Deflate)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, readme, s.product, member.Username, a.at.Format(time.RFC3339))
	return err
}

func (s *Service) profile(_ context.Context, a *archive, member *ent.User) error {
	return a.object("profile.json", struct {
		User            json.RawMessage `json:"user"`
		Email           string          `json:"email"`
		NewEmail        string          `json:"newEmail"` // that email is to become; "" when it is not
		EmailVerifiedAt *time.Time      `json:"emailVerifiedAt"`
		UpdatedAt       time.Time       `json:"updatedAt"`
		LastActiveAt    *time.Time      `json:"lastActiveAt"`
		Stats           json.RawMessage `json:"stats"`
	}{
		User: rest.JSON(user.ToProto(member)), Stats: rest.JSON(user.StatsToProto(member, true)),
		Email: member.Email, NewEmail: member.NewEmail, EmailVerifiedAt: utc(member.EmailVerifiedAt),
		UpdatedAt: member.UpdatedAt.UTC(), LastActiveAt: utc(member.LastActiveAt),
	})
}

func (s *Service) projects(ctx context.Context, a *archive, member *ent.User) error {
	return a.list("projects.json", func(add func(any) error) error {
		return pages(func(after uuid.UUID) ([]*ent.Project, error) {
			return s.db.Client().Project.Query().Where(entproject.UserID(member.ID), entproject.DeletedAtIsNil(), entproject.IDGT(after)).
				Order(entproject.ByID()).Limit(pageSize).All(ctx)
		}, func(p *ent.Project) (uuid.UUID, error) {
			p.Edges.Owner = member
			return p.ID, add(json.RawMessage(rest.JSON(project.ToProto(p))))
		})
	})
}

// pages reads page after page by id, and gives take each row, until a page is not full.
func pages[T any](read func(after uuid.UUID) ([]T, error), take func(T) (uuid.UUID, error)) error {
	for after := uuid.Nil; ; {
		rows, err := read(after)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if after, err = take(row); err != nil {
				return err
			}
		}
		if len(rows) < pageSize {
			return nil
		}
	}
}

// votes tells the titles of what everybody may see.
func (s *Service) votes(ctx context.Context, a *archive, member *ent.User) error {
	type entry struct {
		TargetID   uuid.UUID `json:"targetId"`
		TargetType string    `json:"targetType"`
		Title      string    `json:"title"`
		VoteType   string    `json:"voteType"`
		CreatedAt  time.Time `json:"createdAt"`
		UpdatedAt  time.Time `json:"updatedAt"`
	}
	words := map[int]string{vote.Up: "upvote", vote.Down: "downvote"}
	return a.list("votes.json", func(add func(any) error) error {
		var last *ent.Vote
		for {
			query := s.db.Client().Vote.Query().Where(entvote.UserID(member.ID))
			if last != nil {
				query.Where(func(q *sql.Selector) {
					q.Where(sql.CompositeGT([]string{q.C(entvote.FieldCreatedAt), q.C(entvote.FieldID)}, last.CreatedAt.UTC(), last.ID))
				})
			}
			votes, err := query.Order(entvote.ByCreatedAt(), entvote.ByID()).Limit(pageSize).All(ctx)
			if err != nil {
				return err
			}
			titles, err := s.titles(ctx, votes)
			if err != nil {
				return err
			}
			for _, v := range votes {
				last = v
				err := add(entry{v.TargetID, v.TargetType, titles[v.TargetID], words[v.Value], v.CreatedAt.UTC(), v.UpdatedAt.UTC()})
				if err != nil {
					return err
				}
			}
			if len(votes) < pageSize {
				return nil
			}
		}
	})
}

func (s *Service) titles(ctx context.Context, votes []*ent.Vote) (map[uuid.UUID]string, error) {
	ids := make([]uuid.UUID, len(votes))
	for i, v := range votes {
		ids[i] = v.TargetID
	}
	found, err := s.db.Client().Project.Query().Where(entproject.IDIn(ids...), entproject.IsPublic(true)).
		Select(entproject.FieldTitle).All(ctx)
	if err != nil {
		return nil, err
	}
	titles := make(map[uuid.UUID]string, len(found))
	for _, p := range found {
		titles[p.ID] = p.Title
	}
	return titles, nil
}

func (s *Service) sessions(ctx context.Context, a *archive, member *ent.User) error {
	return a.list("sessions.json", func(add func(any) error) error {
		return pages(func(after uuid.UUID) ([]*ent.Session, error) {
			return s.db.Client().Session.Query().Where(entsession.UserID(member.ID), entsession.ExpiresAtGT(a.at), entsession.IDGT(after)).
				Order(entsession.ByID()).Limit(pageSize).All(ctx)
		}, func(session *ent.Session) (uuid.UUID, error) {
			return session.ID, add(struct {
				ID        uuid.UUID `json:"id"`
				UserAgent string    `json:"userAgent"`
				CreatedAt time.Time `json:"createdAt"`
				ExpiresAt time.Time `json:"expiresAt"`
			}{session.ID, session.UserAgent, session.CreatedAt.UTC(), session.ExpiresAt.UTC()})
		})
	})
}

func (s *Service) tokens(ctx context.Context, a *archive, member *ent.User) error {
	return a.list("tokens.json", func(add func(any) error) error {
		tokens, err := member.QueryAccessTokens().All(ctx) // there are few, by their limit
		if err != nil {
			return err
		}
		for _, token := range tokens {
			if err := add(json.RawMessage(rest.JSON(account.TokenToProto(token)))); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) mails(ctx context.Context, a *archive, member *ent.User) error {
	return a.list("mails.json", func(add func(any) error) error {
		return pages(func(after uuid.UUID) ([]*ent.Mail, error) {
			return s.db.Client().Mail.Query().Where(entmail.UserID(member.ID), entmail.IDGT(after)).
				Order(entmail.ByID()).Limit(pageSize).All(ctx)
		}, func(m *ent.Mail) (uuid.UUID, error) {
			return m.ID, add(struct {
				Recipient string     `json:"recipient"`
				Subject   string     `json:"subject"`
				State     string     `json:"state"`
				CreatedAt time.Time  `json:"createdAt"`
				SentAt    *time.Time `json:"sentAt"`
			}{m.Recipient, m.Subject, m.State, m.CreatedAt.UTC(), utc(m.SentAt)})
		})
	})
}

// upload is what uploads.json says of a file.
type upload struct {
	File        string      `json:"file"` // "" when the board does not have it any more
	Address     string      `json:"address"`
	ContentType string      `json:"contentType"`
	Width       int         `json:"width"`
	Height      int         `json:"height"`
	ProjectIDs  []uuid.UUID `json:"projectIds"` // that show it
	IsAvatar    bool        `json:"isAvatar"`
	CreatedAt   time.Time   `json:"createdAt"`
}

// uploads goes through the uploads twice, since a zip holds one file at a time: the files first, and then what they are.
func (s *Service) uploads(ctx context.Context, a *archive, member *ent.User) error {
	gone := map[uuid.UUID]bool{}
	read := func(after uuid.UUID) ([]*ent.Upload, error) {
		return s.db.Client().Upload.Query().Where(entupload.UserID(member.ID), entupload.IDGT(after), entupload.CreatedAtLTE(a.at)).
			WithUses().Order(entupload.ByID()).Limit(pageSize).All(ctx)
	}
	name := func(u *ent.Upload) string { return "uploads/" + u.Path }
	err := pages(read, func(u *ent.Upload) (uuid.UUID, error) {
		there, err := s.copyFile(ctx, a, name(u), u)
		if !there {
			gone[u.ID] = true
		}
		return u.ID, err
	})
	if err != nil {
		return fmt.Errorf("uploads: %w", err)
	}
	return a.list("uploads.json", func(add func(any) error) error {
		return pages(read, func(u *ent.Upload) (uuid.UUID, error) {
			entry := upload{
				File: name(u), Address: media.Address(u), ContentType: u.ContentType, Width: u.Width, Height: u.Height,
				ProjectIDs: []uuid.UUID{}, IsAvatar: member.Avatar == media.Address(u), CreatedAt: u.CreatedAt.UTC(),
			}
			for _, use := range u.Edges.Uses {
				if use.Kind == media.ProjectUse {
					entry.ProjectIDs = append(entry.ProjectIDs, use.TargetID)
				}
			}
			if gone[u.ID] {
				entry.File = ""
			}
			return u.ID, add(entry)
		})
	})
}

// copyFile copies the file of an upload as it is, since pictures and films do not get smaller. It says whether it was there.
func (s *Service) copyFile(ctx context.Context, a *archive, name string, u *ent.Upload) (bool, error) {
	source, err := s.media.Original(ctx, u)
	if err != nil || source == nil {
		return false, err
	}
	defer source.Close()
	file, err := a.file(name, zip.Store)
	if err != nil {
		return false, err
	}
	_, err = io.Copy(file, source)
	return true, err
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return new(t.UTC())
}
