package account

import (
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func sessionUserToProto(u *ent.User) *pb.SessionUser {
	return &pb.SessionUser{
		Id:          u.ID.String(),
		Username:    u.Username,
		DisplayName: u.DisplayName,
		ViberTag:    u.ViberTag,
		Avatar:      u.Avatar,
		IsAdmin:     u.IsAdmin,
		IsVerified:  u.EmailVerifiedAt != nil,
		Email:       u.Email,
		NewEmail:    u.NewEmail,
	}
}

// TokenToProto converts a token, without its secret.
func TokenToProto(t *ent.AccessToken) *pb.AccessToken {
	token := &pb.AccessToken{
		Id:        t.ID.String(),
		Name:      t.Name,
		CreatedAt: timestamppb.New(t.CreatedAt),
		ExpiresAt: timestamppb.New(t.ExpiresAt),
	}
	if t.LastUsedAt != nil {
		token.LastUsedAt = timestamppb.New(*t.LastUsedAt)
	}
	return token
}

func sessionToProto(s *ent.Session, current uuid.UUID) *pb.Session {
	return &pb.Session{
		Id:         s.ID.String(),
		CreatedAt:  timestamppb.New(s.CreatedAt),
		LastUsedAt: timestamppb.New(s.ExpiresAt.Add(-sessionLife)), // each renewal sets the expiry to sessionLife after it
		UserAgent:  s.UserAgent,
		Current:    s.ID == current,
	}
}
