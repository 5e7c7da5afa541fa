package user

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// ToProto converts a user for the public, without the email address.
func ToProto(u *ent.User) *pb.User {
	out := &pb.User{
		Id:          u.ID.String(),
		Username:    u.Username,
		DisplayName: u.DisplayName,
		ViberTag:    u.ViberTag,
		Avatar:      u.Avatar,
		Bio:         u.Bio,
		SocialLinks: &pb.SocialLinks{
			Github: &u.Github, Twitter: &u.Twitter, Linkedin: &u.Linkedin, Website: &u.Website,
		},
		Skills:       u.Skills,
		Location:     u.Location,
		JoinedAt:     timestamppb.New(u.CreatedAt),
		CreatedAt:    timestamppb.New(u.CreatedAt),
		IsAdmin:      u.Role == auth.RoleAdmin,
		Role:         enumname.Enum[pb.Role](string(u.Role)),
		Reputation:   int32(u.Reputation),
		ProjectCount: int32(u.ProjectCount),
		VoteCount:    int32(u.UpvotesReceived),
		HidesFollows: u.HidesFollows,
	}
	if !u.HidesFollows {
		out.FollowerCount, out.FollowingCount = int32(u.FollowerCount), int32(u.FollowingCount)
	}
	return out
}

// StatsToProto converts the counters of a user. Drafts count as projects if withDrafts is true.
func StatsToProto(u *ent.User, withDrafts bool) *pb.UserStats {
	projects := u.ProjectCount
	if withDrafts {
		projects += u.DraftCount
	}
	return &pb.UserStats{
		ProjectsCreated: int32(projects),
		ForumPosts:      int32(u.ForumPostCount),
		Comments:        int32(u.BlogCommentCount),
		VotesGiven:      int32(u.VotesGiven),
		VotesReceived:   int32(u.UpvotesReceived + u.DownvotesReceived),
		Reputation:      int32(u.Reputation),
	}
}

func activityToProto(a domain.ActivityEntry) *pb.Activity {
	return &pb.Activity{
		Id:        a.ID.String(),
		TargetId:  a.TargetID.String(),
		Type:      enumname.Enum[pb.ActivityType](a.Kind),
		Title:     a.Title,
		Content:   a.Text,
		CreatedAt: timestamppb.New(a.At),
		Via:       usersummary.Via(a.Via),
		Url:       a.Path,
	}
}

func topToProto(u *ent.User, rank int) *pb.TopUser {
	return &pb.TopUser{
		Rank:         int32(rank),
		Id:           u.ID.String(),
		Username:     u.Username,
		DisplayName:  u.DisplayName,
		ViberTag:     u.ViberTag,
		Avatar:       u.Avatar,
		ProjectCount: int32(u.ProjectCount),
		VoteCount:    int32(u.UpvotesReceived),
		Reputation:   int32(u.Reputation),
		TotalVotes:   int32(u.UpvotesReceived + u.DownvotesReceived),
	}
}

func activeToProto(u *ent.User) *pb.ActiveUser {
	return &pb.ActiveUser{
		Id:           u.ID.String(),
		Username:     u.Username,
		DisplayName:  u.DisplayName,
		ViberTag:     u.ViberTag,
		Avatar:       u.Avatar,
		LastActiveAt: timestamppb.New(*u.LastActiveAt),
		ThreadCount:  int32(u.ForumThreadCount),
		PostCount:    int32(u.ForumPostCount),
	}
}

func changesFromProto(in *pb.UserInput) Changes {
	c := Changes{DisplayName: in.DisplayName, Bio: in.Bio, Location: in.Location, HidesFollows: in.HidesFollows,
		HidesAgents: in.HidesAgents}
	if links := in.SocialLinks; links != nil {
		c.GitHub, c.Twitter, c.LinkedIn, c.Website = links.Github, links.Twitter, links.Linkedin, links.Website
	}
	if in.Skills != nil {
		c.Skills = &in.Skills.Values
	}
	return c
}
