package project

import (
	"context"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// ToProto converts a project. Its owner must be loaded.
func (s *Service) ToProto(p *ent.Project) *pb.Project {
	out := &pb.Project{
		Id:                  p.ID.String(),
		UserId:              p.UserID.String(),
		Title:               p.Title,
		Tagline:             p.Tagline,
		Description:         Description(p),
		Logo:                p.Logo,
		CoverImage:          p.CoverImage,
		Upvotes:             int32(p.Upvotes),
		Downvotes:           int32(p.Downvotes),
		Stage:               enumname.Enum[pb.Stage](p.Stage),
		PrimaryCategory:     enumname.Enum[pb.Category](p.PrimaryCategory),
		SecondaryCategories: enumname.Enums[pb.Category](p.SecondaryCategories),
		VibeTools:           enumname.Enums[pb.VibeTool](p.VibeTools),
		CustomTools:         p.CustomTools,
		Monetization:        enumname.Enum[pb.Monetization](p.Monetization),
		LookingFor:          enumname.Enums[pb.LookingFor](p.LookingFor),
		IsPublic:            p.IsPublic && !p.IsAwaiting,
		Tags:                p.Tags,
		Links:               linksToProto(p.Links),
		Media:               &pb.ProjectMedia{Screenshots: p.Media.Screenshots, Videos: p.Media.Videos},
		Impact:              impactToProto(p.Impact),
		CreatedAt:           timestamppb.New(p.CreatedAt),
		UpdatedAt:           timestamppb.New(p.UpdatedAt),
		PublishedAt:         timeToProto(p.PublishedAt),
		LaunchDate:          p.LaunchDate,
		IsFeatured:          p.FeaturedAt != nil,
		FeaturedReason:      p.FeaturedReason,
		IsHidden:            p.HiddenAt != nil || p.IsAwaiting,
		IsAwaiting:          p.IsAwaiting,
		Author:              usersummary.ToProto(p.Edges.Owner),

		DescriptionGenerated: p.Description == "",
		Excerpt:              p.Excerpt,
		CommentCount:         int32(p.CommentCount),
		FeedbackCount:        int32(p.FeedbackCount),
		FirstAnswerAt:        timeToProto(p.FirstAnswerAt),
		Via:                  usersummary.Via(p.Via),
		Url:                  s.origin + Path(p),
		Build:                buildToProto(p),
		Alive: &pb.ProjectAlive{State: enumname.Enum[pb.AliveState](p.Alive), Share90: p.AliveShare,
			CheckedAt: timeToProto(p.AliveCheckedAt)},
	}
	if p.Upvotes != p.EligibleUpvotes || p.Downvotes != p.EligibleDownvotes {
		out.Pending = pendingVotes(p)
	}
	if p.FeedbackThreadID != nil {
		out.FeedbackThreadId = new(p.FeedbackThreadID.String())
	}
	return out
}

func pendingVotes(p *ent.Project) *pb.VoteCounts {
	return &pb.VoteCounts{Upvotes: int32(p.Upvotes - p.EligibleUpvotes),
		Downvotes: int32(p.Downvotes - p.EligibleDownvotes)}
}

// ListToProto converts projects.
func (s *Service) ListToProto(projects []*ent.Project) []*pb.Project {
	list := make([]*pb.Project, len(projects))
	for i, p := range projects {
		list[i] = s.ToProto(p)
	}
	return list
}

func linksToProto(l schema.ProjectLinks) *pb.ProjectLinks {
	return &pb.ProjectLinks{
		Demo: &l.Demo, Repo: &l.Repo, Discord: &l.Discord, Twitter: &l.Twitter, Website: &l.Website, Docs: &l.Docs,
	}
}

func impactToProto(i schema.ProjectImpact) *pb.ProjectImpact {
	metrics := &pb.ProjectMetrics{Users: i.Users, Revenue: i.Revenue, Custom: &structpb.Struct{}}
	if len(i.Custom) > 0 {
		metrics.Custom.Fields = make(map[string]*structpb.Value, len(i.Custom))
		for name, value := range i.Custom {
			switch v := value.(type) { // Input allows no other types
			case float64:
				metrics.Custom.Fields[name] = structpb.NewNumberValue(v)
			case string:
				metrics.Custom.Fields[name] = structpb.NewStringValue(v)
			}
		}
	}
	return &pb.ProjectImpact{Problem: &i.Problem, Solution: &i.Solution, Metrics: metrics}
}

func buildToProto(p *ent.Project) *pb.ProjectBuild {
	out := &pb.ProjectBuild{Lesson: &p.BuildLesson}
	if p.BuildCode != "" {
		out.Code = new(enumname.Enum[pb.BuildCode](p.BuildCode))
	}
	if p.BuildHours != nil {
		out.Hours = new(int32(*p.BuildHours))
	}
	if p.BuildCost != nil {
		out.Cost = new(int32(*p.BuildCost))
	}
	return out
}

func timeToProto(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

func inputFromProto(in *pb.ProjectInput) (Input, error) {
	out := Input{
		Title: in.Title, Tagline: in.Tagline, Description: in.Description,
		Logo: in.Logo, CoverImage: in.CoverImage, LaunchDate: in.LaunchDate, IsPublic: in.IsPublic,
		CustomTools: listFromProto(in.CustomTools), Tags: listFromProto(in.Tags),
		Screenshots: listFromProto(in.GetMedia().GetScreenshots()), Videos: listFromProto(in.GetMedia().GetVideos()),
		Complete: in.SubmitMode == pb.SubmitMode_SUBMIT_MODE_COMPLETE,
	}
	if l := in.Links; l != nil {
		out.Links = Links{Demo: l.Demo, Repo: l.Repo, Discord: l.Discord, Twitter: l.Twitter, Website: l.Website,
			Docs: l.Docs}
	}
	if i := in.Impact; i != nil {
		out.Problem, out.Solution = i.Problem, i.Solution
		if m := i.Metrics; m != nil {
			out.Metrics = &Metrics{Users: m.Users, Revenue: m.Revenue, Custom: customFromProto(m.Custom)}
		}
	}
	var r nameReader
	out.Stage = readName(&r, "stage", in.Stage)
	out.PrimaryCategory = readName(&r, "primaryCategory", in.PrimaryCategory)
	out.Monetization = readName(&r, "monetization", in.Monetization)
	if b := in.Build; b != nil {
		out.Build = &Build{Code: r.read("build.code", b.GetCode()), Lesson: b.GetLesson()}
		if b.Hours != nil {
			out.Build.Hours = new(int(*b.Hours))
		}
		if b.Cost != nil {
			out.Build.Cost = new(int(*b.Cost))
		}
	}
	if in.SecondaryCategories != nil {
		out.SecondaryCategories = readNames(&r, "secondaryCategories", in.SecondaryCategories.Values)
	}
	if in.VibeTools != nil {
		out.VibeTools = readNames(&r, "vibeTools", in.VibeTools.Values)
	}
	if in.LookingFor != nil {
		out.LookingFor = readNames(&r, "lookingFor", in.LookingFor.Values)
	}
	return out, r.err
}

// FromProto returns a new project with the values of in, without id, owner and creation time. Faults: invalid.
func (s *Service) FromProto(ctx context.Context, in *pb.ProjectInput) (*ent.Project, error) {
	values, err := inputFromProto(in)
	if err != nil {
		return nil, err
	}
	rendered, err := values.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	return values.newProject(rendered)
}

// listFromProto returns nil for an absent list, and a non-nil slice for an empty one.
func listFromProto(l *pb.StringList) []string {
	if l == nil {
		return nil
	}
	return append([]string{}, l.Values...)
}

// customFromProto omits null values.
func customFromProto(s *structpb.Struct) map[string]any {
	custom := s.AsMap()
	for name, value := range custom {
		if value == nil {
			delete(custom, name)
		}
	}
	return custom
}

// nameReader converts enum values to their stored names and keeps the first error: an unknown number passes the proto's
// rules but has no name.
type nameReader struct{ err error }

func (r *nameReader) read(field string, value protoreflect.Enum) string {
	name := enumname.Of(value)
	if name == "" && value.Number() != 0 && r.err == nil {
		r.err = fault.UnknownValue(field)
	}
	return name
}

// readName converts an optional value. The unspecified one clears the field, if the rules allow it.
func readName[E protoreflect.Enum](r *nameReader, field string, value *E) *string {
	if value == nil {
		return nil
	}
	name := r.read(field, *value)
	return &name
}

// readNames converts a list. Unspecified values become "".
func readNames[E protoreflect.Enum](r *nameReader, field string, values []E) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = r.read(field, v)
	}
	return names
}
