package admin

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/feedback"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func userToProto(u *ent.User, now time.Time) *pb.AdminUser {
	out := &pb.AdminUser{
		Id: u.ID.String(), Username: u.Username, Email: u.Email, ViberTag: u.ViberTag, Avatar: u.Avatar,
		IsAdmin:      u.Role == auth.RoleAdmin,
		Role:         enumname.Enum[pb.Role](string(u.Role)),
		ProjectCount: int32(u.ProjectCount), ForumPostCount: int32(u.ForumPostCount),
		BlogPostCount: int32(u.BlogPostCount),
		Reputation:    int32(u.Reputation), CreatedAt: timestamppb.New(u.CreatedAt),
	}
	if u.LastActiveAt != nil {
		out.LastActive = timestamppb.New(*u.LastActiveAt)
	}
	if auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, now) != nil {
		out.Suspension = &pb.Suspension{UserId: u.ID.String(), Reason: u.SuspensionReason,
			CreatedAt: timestamppb.New(*u.SuspendedAt)}
		if u.SuspendedUntil != nil {
			out.Suspension.Until = timestamppb.New(*u.SuspendedUntil)
		}
	}
	return out
}

func projectToProto(p *ent.Project) *pb.AdminProject {
	return &pb.AdminProject{
		Id: p.ID.String(), Title: p.Title, PrimaryCategory: enumname.Enum[pb.Category](p.PrimaryCategory),
		OwnerUsername: p.Edges.Owner.Username,
		Stage:         enumname.Enum[pb.Stage](p.Stage), Upvotes: int32(p.Upvotes), Downvotes: int32(p.Downvotes),
		CreatedAt: timestamppb.New(p.CreatedAt), IsPublic: p.IsPublic, IsHidden: p.HiddenAt != nil,
		Url: project.Path(p),
	}
}

func blogPostToProto(p *ent.BlogPost) *pb.AdminBlogPost {
	return &pb.AdminBlogPost{
		Id: p.ID.String(), Title: p.Title, Tags: p.Tags, AuthorUsername: p.Edges.Author.Username,
		Likes:    int32(p.Upvotes),
		Comments: int32(p.CommentCount), CreatedAt: timestamppb.New(p.CreatedAt), IsPublished: p.IsPublished,
		IsHidden: p.HiddenAt != nil, Url: address.Story(p.Title, p.Short),
	}
}

func channelToProto(c *ent.ForumChannel) *pb.AdminForumChannel {
	out := &pb.AdminForumChannel{
		Id: c.ID.String(), Name: c.Name, Description: c.Description, ThreadCount: int32(c.ThreadCount),
		PostCount: int32(c.PostCount),
		CreatedAt: timestamppb.New(c.CreatedAt),
	}
	if c.Edges.Creator != nil {
		out.OwnerUsername = c.Edges.Creator.Username
	}
	return out
}

func resultsToProto(results []Result) []*pb.BulkResult {
	out := make([]*pb.BulkResult, len(results))
	for i, r := range results {
		out[i] = &pb.BulkResult{Id: r.ID.String(), IsDone: r.Error == "", Error: r.Error}
	}
	return out
}

func summaryToProto(s *Summary) *pb.BulkSummary {
	return &pb.BulkSummary{
		Users: int32(s.Users), Projects: int32(s.Projects), BlogPosts: int32(s.BlogPosts), Channels: int32(s.Channels),
		Threads: int32(s.Threads),
		Replies: int32(s.Replies), Comments: int32(s.Comments), Votes: int32(s.Votes), Unchanged: int32(s.Unchanged),
		Refused: resultsToProto(s.Refused),
	}
}

func stepToProto(step Step) *pb.SetupStep {
	out := &pb.SetupStep{Id: step.ID, Done: step.Done, Detail: step.Detail, CanTest: step.CanTest}
	if !step.TestedAt.IsZero() {
		out.TestedAt = timestamppb.New(step.TestedAt)
	}
	return out
}

func overviewToProto(o *Overview) *pb.AdminOverview {
	out := &pb.AdminOverview{
		Waiting: &pb.AdminWaiting{Cases: int32(o.Cases), Messages: int32(o.Messages), MailFailed: int32(o.MailFailed),
			FeedsFailing: int32(o.FeedsFailing), Appeals: int32(o.Appeals)},
		Storage: &pb.AdminStorage{DatabaseBytes: float64(o.DatabaseBytes), UploadBytes: float64(o.UploadBytes),
			Uploads: int32(o.Uploads)},
		Answers: feedback.StatsToProto(o.Answers),
	}
	for _, step := range o.Setup {
		out.Setup = append(out.Setup, stepToProto(step))
	}
	if d := o.Demo; d != nil {
		out.Demo = &pb.DemoContent{
			Users: int32(d.Users), Projects: int32(d.Projects), Threads: int32(d.Threads), Posts: int32(d.Posts),
			Stories: int32(d.Stories),
			Answers: int32(d.Answers), IsRemoving: d.IsRemoving,
		}
	}
	for _, t := range o.Week {
		out.Week = append(out.Week, &pb.WeekTrend{Id: t.ID, Count: int32(t.Count), Before: int32(t.Before)})
	}
	return out
}
