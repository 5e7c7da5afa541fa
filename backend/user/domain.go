package user

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/user"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of profiles to the board.
func Domain(s *Service, projects ListProjects) domain.Domain {
	h := NewHandler(s, projects)
	return domain.Domain{
		Name: "user",
		Services: []server.Service{
			server.Mount[uvboardv1connect.UserServiceHandler](uvboardv1connect.NewUserServiceHandler, h)},
		Cached: []string{"/api/users/top", uvboardv1connect.UserServiceListTopUsersProcedure},
		Pages:  h.Pages(),
		Moderated: []domain.Moderated{{ItemKind: domain.ItemKind{Type: account.Kind, Table: "users",
			Visible: "deleted_at IS NULL", Noun: "User", Targets: targets}, Owner: "id"}},
		Exports: []domain.Export{
			{Name: "profile.json", About: "your profile, your email address and the dates of your account",
				Write: exportProfile},
		},
	}
}

func targets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	users, err := client.User.Query().Where(user.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("users for moderators: %w", err)
	}
	out := make([]domain.Target, len(users))
	for i, u := range users {
		out[i] = domain.Target{
			ID: u.ID, Title: usersummary.Byline(u), Text: markdown.Excerpt(markdown.Escape(u.Bio),
				domain.MaxTargetText), Path: usersummary.Path(u), Owner: u,
			Image: u.Avatar, IsDeleted: u.DeletedAt != nil,
		}
	}
	return out, nil
}

func exportProfile(_ context.Context, w *archive.Writer, u *ent.User) error {
	return w.Object("profile.json", struct {
		User            json.RawMessage `json:"user"`
		Email           string          `json:"email"`
		NewEmail        string          `json:"newEmail"` // not confirmed yet
		EmailVerifiedAt *time.Time      `json:"emailVerifiedAt"`
		UpdatedAt       time.Time       `json:"updatedAt"`
		LastActiveAt    *time.Time      `json:"lastActiveAt"`
		Stats           json.RawMessage `json:"stats"`
	}{
		User: rest.JSON(ToProto(u)), Stats: rest.JSON(StatsToProto(u, true)),
		Email: u.Email, NewEmail: u.NewEmail, EmailVerifiedAt: archive.UTC(u.EmailVerifiedAt),
		UpdatedAt: u.UpdatedAt.UTC(), LastActiveAt: archive.UTC(u.LastActiveAt),
	})
}
