package vibekit

import (
	"cmp"
	"context"
	"log/slog"
	"strconv"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements VibeKitService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GenerateBrief implements VibeKitService.
func (h *Handler) GenerateBrief(ctx context.Context, r *pb.GenerateBriefRequest) (*pb.GenerateBriefResponse, error) {
	caller := auth.From(ctx)
	made, err := h.service.Brief(ctx, caller, briefInput(r.Input), nil)
	if err != nil {
		return nil, err
	}
	return &pb.GenerateBriefResponse{Brief: briefToProto(made), Remaining: h.remaining(ctx, caller.UserID)}, nil
}

// StreamBrief implements VibeKitService.
func (h *Handler) StreamBrief(ctx context.Context, r *pb.StreamBriefRequest,
	stream *connect.ServerStream[pb.StreamBriefResponse]) error {
	caller := auth.From(ctx)
	stream.ResponseHeader().Set("X-Accel-Buffering", "no") // otherwise nginx buffers the messages
	made, err := h.service.Brief(ctx, caller, briefInput(r.Input), func(partial *schema.Brief) error {
		return sent(stream.Send(&pb.StreamBriefResponse{
			Event: &pb.StreamBriefResponse_Partial{Partial: briefToProto(partial)}}))
	})
	if err != nil {
		return err
	}
	result := &pb.GenerateBriefResponse{Brief: briefToProto(made), Remaining: h.remaining(ctx, caller.UserID)}
	return sent(stream.Send(&pb.StreamBriefResponse{Event: &pb.StreamBriefResponse_Result{Result: result}}))
}

// GenerateLogoIdeas implements VibeKitService.
func (h *Handler) GenerateLogoIdeas(ctx context.Context,
	r *pb.GenerateLogoIdeasRequest) (*pb.GenerateLogoIdeasResponse, error) {
	caller := auth.From(ctx)
	made, err := h.service.LogoIdeas(ctx, caller, logoInput(r.Input), nil)
	if err != nil {
		return nil, err
	}
	return &pb.GenerateLogoIdeasResponse{Ideas: logoIdeasToProto(made), Remaining: h.remaining(ctx, caller.UserID)}, nil
}

// StreamLogoIdeas implements VibeKitService.
func (h *Handler) StreamLogoIdeas(ctx context.Context, r *pb.StreamLogoIdeasRequest,
	stream *connect.ServerStream[pb.StreamLogoIdeasResponse]) error {
	caller := auth.From(ctx)
	stream.ResponseHeader().Set("X-Accel-Buffering", "no") // as above
	made, err := h.service.LogoIdeas(ctx, caller, logoInput(r.Input), func(partial *schema.LogoIdeas) error {
		return sent(stream.Send(&pb.StreamLogoIdeasResponse{Event: &pb.StreamLogoIdeasResponse_Partial{
			Partial: logoIdeasToProto(partial)}}))
	})
	if err != nil {
		return err
	}
	result := &pb.GenerateLogoIdeasResponse{Ideas: logoIdeasToProto(made), Remaining: h.remaining(ctx, caller.UserID)}
	return sent(stream.Send(&pb.StreamLogoIdeasResponse{Event: &pb.StreamLogoIdeasResponse_Result{Result: result}}))
}

// sent turns an error of Send into a fault: the client has disconnected.
func sent(err error) error {
	if err != nil {
		return fault.Canceled()
	}
	return nil
}

// remaining returns how often a user may generate again, nil if that is not limited, and sets it as a header of the
// response. In a stream that has no effect: its headers have been sent.
func (h *Handler) remaining(ctx context.Context, userID uuid.UUID) *int32 {
	status, err := h.service.Status(ctx, userID)
	if err != nil { // what is generated matters more
		slog.WarnContext(ctx, "remaining allowance is not known", "error", err.Error())
	}
	if err != nil || !status.Limited {
		return nil
	}
	if info, ok := connect.CallInfoForHandlerContext(ctx); ok {
		info.ResponseHeader().Set("X-RateLimit-Remaining", strconv.Itoa(status.Remaining))
	}
	return new(int32(status.Remaining))
}

// GetVibeKitStatus implements VibeKitService.
func (h *Handler) GetVibeKitStatus(ctx context.Context,
	_ *pb.GetVibeKitStatusRequest) (*pb.GetVibeKitStatusResponse, error) {
	status, err := h.service.Status(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := &pb.GetVibeKitStatusResponse{Configured: status.Configured}
	if status.Limited {
		out.Remaining, out.HourlyLimit = new(int32(status.Remaining)), new(int32(status.Hourly))
	}
	return out, nil
}

// ListGenerations implements VibeKitService.
func (h *Handler) ListGenerations(ctx context.Context,
	r *pb.ListGenerationsRequest) (*pb.ListGenerationsResponse, error) {
	generations, next, err := h.service.List(ctx, auth.From(ctx).UserID, enumname.Of(r.Kind),
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListGenerationsResponse{NextPageToken: next}
	for _, g := range generations {
		out.Generations = append(out.Generations, toProto(g))
	}
	return out, nil
}

// DeleteGeneration implements VibeKitService.
func (h *Handler) DeleteGeneration(ctx context.Context,
	r *pb.DeleteGenerationRequest) (*pb.DeleteGenerationResponse, error) {
	if err := h.service.Delete(ctx, auth.From(ctx).UserID, store.ParseID(r.Id)); err != nil {
		return nil, err
	}
	return &pb.DeleteGenerationResponse{Success: true}, nil
}

func briefInput(in *pb.BriefInput) schema.BriefInput {
	return schema.BriefInput{Idea: in.Idea, Audience: in.Audience, Platform: in.Platform,
		MustHaveFeatures: in.MustHaveFeatures}
}

// logoInput fills in the defaults.
func logoInput(in *pb.LogoInput) schema.LogoInput {
	colors := in.GetColors()
	return schema.LogoInput{
		BrandName: in.BrandName, Style: cmp.Or(enumname.Of(in.Style), enumname.Of(pb.LogoStyle_LOGO_STYLE_WORDMARK)),
		Colors: schema.LogoColors{
			Primary:   cmp.Or(colors.GetPrimary(), DefaultColors.Primary),
			Secondary: cmp.Or(colors.GetSecondary(), DefaultColors.Secondary),
			Accent:    cmp.Or(colors.GetAccent(), DefaultColors.Accent),
		},
	}
}

func briefToProto(b *schema.Brief) *pb.Brief {
	return &pb.Brief{
		Summary: b.Summary, Considerations: b.Considerations, UserStories: b.UserStories, Risks: b.Risks,
		Assumptions:  b.Assumptions,
		SystemPrompt: b.SystemPrompt, BuilderPrompt: b.BuilderPrompt,
	}
}

func logoIdeasToProto(l *schema.LogoIdeas) *pb.LogoIdeas {
	return &pb.LogoIdeas{Names: l.Names, Taglines: l.Taglines, Motifs: l.Motifs}
}

func toProto(g *ent.Generation) *pb.Generation {
	out := &pb.Generation{Id: g.ID.String(), Kind: enumname.Enum[pb.GenerationKind](g.Kind),
		CreatedAt: timestamppb.New(g.CreatedAt)}
	if in := g.BriefInput; in != nil {
		out.BriefInput = &pb.BriefInput{Idea: in.Idea, Audience: in.Audience, Platform: in.Platform,
			MustHaveFeatures: in.MustHaveFeatures}
	}
	if g.Brief != nil {
		out.Brief = briefToProto(g.Brief)
	}
	if in := g.LogoInput; in != nil {
		out.LogoInput = &pb.LogoInput{
			BrandName: in.BrandName, Style: enumname.Enum[pb.LogoStyle](in.Style),
			Colors: &pb.LogoColors{Primary: in.Colors.Primary, Secondary: in.Colors.Secondary,
				Accent: in.Colors.Accent},
		}
	}
	if g.LogoIdeas != nil {
		out.LogoIdeas = logoIdeasToProto(g.LogoIdeas)
	}
	return out
}
