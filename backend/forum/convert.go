package forum

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// ChannelToProto converts a channel.
func ChannelToProto(c *ent.ForumChannel) *pb.ForumChannel {
	out := &pb.ForumChannel{
		Id: c.ID.String(), Name: c.Name, Description: c.Description,
		ThreadCount: int32(c.ThreadCount), PostCount: int32(c.PostCount), CreatedAt: timestamppb.New(c.CreatedAt),
	}
	if c.ProjectID != nil {
		out.ProjectId = new(c.ProjectID.String())
	}
	if c.UserID != nil {
		out.UserId = c.UserID.String()
	}
	return out
}

// ThreadToProto converts a thread with its content. Author and channel must be loaded.
func (s *Service) ThreadToProto(t *ent.ForumThread) *pb.ForumThread {
	out := s.threadInList(t)
	out.Content, out.ContentHtml = t.Content, markdown.Shown(t.Content, t.ContentHTML, t.ContentVersion)
	return out
}

// threadInList converts a thread of a list, which has the excerpt as content.
func (s *Service) threadInList(t *ent.ForumThread) *pb.ForumThread {
	out := &pb.ForumThread{
		Url: s.origin + path(t),
		Id:  t.ID.String(), Title: t.Title, Content: t.Excerpt, Excerpt: t.Excerpt,
		ChannelId: t.ChannelID.String(), ChannelName: t.Edges.Channel.Name,
		UserId: t.UserID.String(), Author: usersummary.ToProto(t.Edges.Author),
		CreatedAt: timestamppb.New(t.CreatedAt), EditedAt: timeToProto(t.EditedAt),
		LastActivityAt: timestamppb.New(t.LastActivityAt),
		IsFeedback:     t.IsFeedback, IsPinned: t.IsPinned, IsLocked: t.IsLocked,
		IsHidden:   t.HiddenAt != nil || t.IsAwaiting,
		IsAwaiting: t.IsAwaiting,
		ReplyCount: int32(t.ReplyCount), Upvotes: int32(t.Upvotes), Downvotes: int32(t.Downvotes),
		Via: usersummary.Via(t.Via),
	}
	if n := len(t.Edges.Posts); n > 0 {
		last := t.Edges.Posts[n-1]
		out.LastReplyAuthor, out.LastReplyVia = usersummary.ToProto(last.Edges.Author), usersummary.Via(last.Via)
	}
	if id := t.Edges.Channel.ProjectID; id != nil {
		out.ProjectId = new(id.String())
	}
	return out
}

// PostToProto converts a reply, whose author must be loaded, or a placeholder.
func PostToProto(p *ent.ForumPost) *pb.ForumPost {
	out := &pb.ForumPost{
		Id: p.ID.String(), ThreadId: p.ThreadID.String(), Content: p.Content,
		ContentHtml: markdown.Shown(p.Content, p.ContentHTML, p.ContentVersion),
		CreatedAt:   timestamppb.New(p.CreatedAt), EditedAt: timeToProto(p.EditedAt),
		IsHidden: p.HiddenAt != nil || p.IsAwaiting, IsAwaiting: p.IsAwaiting,
		Upvotes: int32(p.Upvotes), Downvotes: int32(p.Downvotes), IsDeleted: p.UserID == nil,
		Via: usersummary.Via(p.Via),
	}
	if p.ParentID != nil {
		out.ParentId = new(p.ParentID.String())
	}
	if p.UserID != nil {
		out.UserId, out.Author = p.UserID.String(), usersummary.ToProto(p.Edges.Author)
	}
	if p.Edges.Review != nil {
		out.Review = reviewToProto(p.Edges.Review)
	}
	return out
}

func reviewToProto(r *ent.Review) *pb.Review {
	out := &pb.Review{
		Reach: enumname.Enum[pb.ReviewReach](r.Reach), FirstImpression: r.FirstImpression,
		Tried: r.Tried, Broke: r.Broke, Suggestion: r.Suggestion, IsUseful: r.IsUseful,
	}
	for i, question := range r.Questions {
		answer := &pb.ReviewAnswer{Question: question}
		if i < len(r.Answers) {
			answer.Answer = r.Answers[i]
		}
		out.Answers = append(out.Answers, answer)
	}
	return out
}

func (s *Service) foundToProto(f Found) *pb.ForumSearchResult {
	kind := pb.ForumItemType_FORUM_ITEM_TYPE_POST
	if f.IsThread {
		kind = pb.ForumItemType_FORUM_ITEM_TYPE_THREAD
	}
	return &pb.ForumSearchResult{
		Type: kind, Id: f.ID.String(), ThreadId: f.ThreadID.String(), ChannelId: f.ChannelID.String(), Title: f.Title,
		Excerpt: f.Excerpt,
		Author:  usersummary.ToProto(f.Author), CreatedAt: timestamppb.New(f.CreatedAt),
		Via: usersummary.Via(f.Via), Url: s.origin + f.path(),
	}
}

func timeToProto(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}
