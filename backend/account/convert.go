package account

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// sessionUserToProto converts the caller, with the newest warning and the second factor, nil for none.
func sessionUserToProto(u *ent.User, warning *ent.AuditEntry, f *factor, now time.Time) *pb.SessionUser {
	out := &pb.SessionUser{
		Id:          u.ID.String(),
		Username:    u.Username,
		DisplayName: u.DisplayName,
		ViberTag:    u.ViberTag,
		Avatar:      u.Avatar,
		IsAdmin:     u.IsAdmin,
		IsVerified:  u.EmailVerifiedAt != nil,
		Email:       u.Email,
		NewEmail:    u.NewEmail,
		HasPassword: u.PasswordHash != "",
	}
	if f != nil {
		out.HasTotp, out.HasPasskey, out.RecoveryCodes = f.App, f.Passkey, int32(f.Recovery)
	}
	if s := auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, now); s != nil {
		out.Suspension = &pb.Suspension{UserId: out.Id, Reason: s.Reason, CreatedAt: timestamppb.New(*u.SuspendedAt)}
		if u.SuspendedUntil != nil {
			out.Suspension.Until = timestamppb.New(*u.SuspendedUntil)
		}
	}
	if warning != nil {
		out.Warning = &pb.Warning{Id: warning.ID.String(), Reason: warning.Reason, CreatedAt: timestamppb.New(warning.CreatedAt)}
	}
	return out
}

func credentialsToProto(all []Credential) (out []*pb.Credential) {
	for _, c := range all {
		one := &pb.Credential{Kind: c.Kind, Id: c.ID.String(), Name: c.Name, CreatedAt: timestamppb.New(c.CreatedAt)}
		if c.LastUsedAt != nil {
			one.LastUsedAt = timestamppb.New(*c.LastUsedAt)
		}
		out = append(out, one)
	}
	return out
}

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
		Id: app.ID.String(), Name: app.Name, RedirectHost: app.RedirectHost, Scopes: enumname.Enums[auth.Scope](app.Scopes),
		CreatedAt: timestamppb.New(app.CreatedAt), ExpiresAt: timestamppb.New(app.ExpiresAt), LastUsedAt: timestamppb.New(app.UsedAt),
	}
}

func invitationToProto(row *ent.Invitation) *pb.Invitation {
	invitation := &pb.Invitation{
		Id: row.ID.String(), CreatedAt: timestamppb.New(row.CreatedAt), ExpiresAt: timestamppb.New(row.ExpiresAt),
	}
	if row.UsedAt != nil {
		invitation.UsedAt = timestamppb.New(*row.UsedAt)
	}
	return invitation
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
		Id: e.ID.String(), Kind: enumname.Enum[pb.SecurityEventKind](e.Kind), Label: e.Label, UserAgent: e.UserAgent, Network: e.Network,
		CreatedAt: timestamppb.New(e.CreatedAt),
	}
}

func (s *Service) identityToProto(row *ent.Identity) *pb.Identity {
	out := &pb.Identity{
		Id: row.ID.String(), Provider: row.Provider, Name: s.ProviderName(row.Provider), Label: row.Label, CreatedAt: timestamppb.New(row.CreatedAt),
	}
	if row.LastUsedAt != nil {
		out.LastUsedAt = timestamppb.New(*row.LastUsedAt)
	}
	return out
}

// PasskeyToProto converts a passkey.
func PasskeyToProto(row *ent.Passkey) *pb.Passkey {
	out := &pb.Passkey{Id: row.ID.String(), Name: row.Name, CredentialId: row.CredentialID, Synced: row.Synced, CreatedAt: timestamppb.New(row.CreatedAt)}
	if row.LastUsedAt != nil {
		out.LastUsedAt = timestamppb.New(*row.LastUsedAt)
	}
	return out
}

// toStruct converts what go-webauthn has for a browser.
func toStruct(options any) (*structpb.Struct, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	out := new(structpb.Struct)
	return out, out.UnmarshalJSON(text)
}

// answerOf returns what a browser sent as JSON, {} for nothing.
func answerOf(credential *structpb.Struct) []byte {
	text, err := credential.MarshalJSON()
	if err != nil { // a number that JSON does not have
		return nil
	}
	return text
}
