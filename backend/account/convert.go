package account

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// sessionUserToProto converts the caller, with the newest warning and the second factor, nil for none.
func sessionUserToProto(u *ent.User, warning *ent.AuditEntry, f *access.Factor, now time.Time) *pb.SessionUser {
	out := &pb.SessionUser{
		Id:          u.ID.String(),
		Username:    u.Username,
		DisplayName: u.DisplayName,
		ViberTag:    u.ViberTag,
		Avatar:      u.Avatar,
		IsAdmin:     u.Role == auth.RoleAdmin,
		Role:        enumname.Enum[pb.Role](string(u.Role)),
		IsVerified:  u.EmailVerifiedAt != nil,
		Email:       u.Email,
		NewEmail:    u.NewEmail,
		HasPassword: u.PasswordHash != "",
		HidesAgents: u.HidesAgents,
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
		out.Warning = &pb.Warning{Id: warning.ID.String(), Reason: warning.Reason,
			CreatedAt: timestamppb.New(warning.CreatedAt)}
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

func invitationToProto(row *ent.Invitation) *pb.Invitation {
	invitation := &pb.Invitation{
		Id: row.ID.String(), CreatedAt: timestamppb.New(row.CreatedAt), ExpiresAt: timestamppb.New(row.ExpiresAt),
	}
	if row.UsedAt != nil {
		invitation.UsedAt = timestamppb.New(*row.UsedAt)
	}
	return invitation
}
