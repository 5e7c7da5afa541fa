package user

import (
	"context"
	"encoding/json"
	"time"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what profiles contribute to the board.
func Domain(s *Service, projects ListProjects) domain.Domain {
	h := NewHandler(s, projects)
	return domain.Domain{
		Name:      "user",
		Services:  []server.Service{server.Mount[uvboardv1connect.UserServiceHandler](uvboardv1connect.NewUserServiceHandler, h)},
		Cached:    []string{"/api/users/top", uvboardv1connect.UserServiceListTopUsersProcedure},
		Pages:     h.Pages(),
		Moderated: []domain.Moderated{{Type: "user", Table: "users", Owner: "id", Visible: "deleted_at IS NULL", Noun: "User"}},
		Exports: []domain.Export{
			{Name: "profile.json", About: "your profile, your email address and the dates of your account", Write: exportProfile},
		},
	}
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
