package account

import (
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
