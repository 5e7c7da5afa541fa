package blog

import (
	"cmp"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// ToProto converts a post with its content. Its author must be loaded.
func (s *Service) ToProto(p *ent.BlogPost) *pb.BlogPost {
	post := s.summaryToProto(p)
	post.Content, post.ContentHtml = p.Content, ContentHTML(p)
	return post
}

// listToProto converts posts without their content.
func (s *Service) listToProto(posts []*ent.BlogPost) []*pb.BlogPost {
	list := make([]*pb.BlogPost, len(posts))
	for i, p := range posts {
		list[i] = s.summaryToProto(p)
	}
	return list
}

func (s *Service) summaryToProto(p *ent.BlogPost) *pb.BlogPost {
	return &pb.BlogPost{
		Url:             s.origin + path(p),
		Id:              p.ID.String(),
		UserId:          p.UserID.String(),
		Author:          usersummary.ToProto(p.Edges.Author),
		Title:           p.Title,
		Excerpt:         p.Excerpt,
		Tags:            p.Tags,
		CoverImage:      p.CoverImage,
		CreatedAt:       timestamppb.New(createdAt(p)),
		UpdatedAt:       timestamppb.New(p.UpdatedAt),
		IsPublished:     p.IsPublished,
		ReadTimeMinutes: int32(p.ReadTime),
		LikesCount:      int32(p.Upvotes),
		CommentsCount:   int32(p.CommentCount),
		Summary:         p.Summary,
		IsHidden:        p.HiddenAt != nil || p.IsAwaiting,
		IsAwaiting:      p.IsAwaiting,
		Via:             usersummary.Via(p.Via),
	}
}

// createdAt returns the time that readers see: of the first publication or, for a draft, of the creation.
func createdAt(p *ent.BlogPost) time.Time { return *cmp.Or(p.PublishedAt, &p.CreatedAt) }

func commentToProto(c *ent.BlogComment) *pb.BlogComment {
	comment := &pb.BlogComment{
		Id: c.ID.String(), PostId: c.PostID.String(), UserId: c.UserID.String(),
		Author:  usersummary.ToProto(c.Edges.Author),
		Content: c.Content, ContentHtml: markdown.Shown(c.Content, c.ContentHTML, c.ContentVersion),
		CreatedAt: timestamppb.New(c.CreatedAt), IsHidden: c.HiddenAt != nil || c.IsAwaiting,
		IsAwaiting:        c.IsAwaiting,
		HiddenByModerator: c.HiddenByModerator, LikesCount: int32(c.Upvotes), Via: usersummary.Via(c.Via),
	}
	if c.ParentID != nil {
		comment.ParentId = new(c.ParentID.String())
	}
	if c.EditedAt != nil {
		comment.EditedAt = timestamppb.New(*c.EditedAt)
	}
	return comment
}

func engagementToProto(e Engagement) *pb.BlogEngagement {
	return &pb.BlogEngagement{LikesCount: int32(e.Likes), CommentsCount: int32(e.Comments), UserLiked: e.Liked}
}

func inputFromProto(in *pb.BlogPostInput) Input {
	out := Input{
		Title: in.Title, Excerpt: in.Excerpt, Content: in.Content, CoverImage: in.CoverImage,
		IsPublished: in.IsPublished,
	}
	if in.Tags != nil {
		out.Tags = append([]string{}, in.Tags.Values...)
	}
	return out
}
