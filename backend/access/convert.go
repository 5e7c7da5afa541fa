package access

import (
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// TokenToProto converts a token, without its secret.
func TokenToProto(t *ent.AccessToken) *pb.AccessToken {
	token := &pb.AccessToken{
		Id:        t.ID.String(),
		Name:      t.Name,
		CreatedAt: timestamppb.New(t.CreatedAt),
		ExpiresAt: timestamppb.New(t.ExpiresAt),
		Scopes:    scopesOf(t),
	}
	if t.LastUsedAt != nil {
		token.LastUsedAt = timestamppb.New(*t.LastUsedAt)
	}
	return token
}

// AppToProto converts a connected app, without its secrets.
func AppToProto(app *ent.ConnectedApp) *pb.ConnectedApp {
	return &pb.ConnectedApp{
		Id: app.ID.String(), Name: app.Name, RedirectHost: app.RedirectHost,
		Scopes:    enumname.Enums[auth.Scope](app.Scopes),
		CreatedAt: timestamppb.New(app.CreatedAt), ExpiresAt: timestamppb.New(app.ExpiresAt),
		LastUsedAt: timestamppb.New(app.UsedAt),
	}
}

func sessionToProto(s *ent.Session, current uuid.UUID) *pb.Session {
	return &pb.Session{
		Id:         s.ID.String(),
		CreatedAt:  timestamppb.New(s.CreatedAt),
		LastUsedAt: timestamppb.New(s.LastUsedAt),
		UserAgent:  s.UserAgent,
		Current:    s.ID == current,
		Network:    s.Network,
		ExpiresAt:  timestamppb.New(s.ExpiresAt),
	}
}

func securityEventToProto(e *ent.SecurityEvent) *pb.SecurityEvent {
	return &pb.SecurityEvent{
		Id: e.ID.String(), Kind: enumname.Enum[pb.SecurityEventKind](e.Kind), Label: e.Label, UserAgent: e.UserAgent,
		Network:   e.Network,
		CreatedAt: timestamppb.New(e.CreatedAt),
	}
}
