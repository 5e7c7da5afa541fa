package account

import (
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
	}
}

func tokenToProto(t *ent.AccessToken) *pb.AccessToken {
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
