package analytics

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AnalyticsService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// CreateVisit implements AnalyticsService.
func (h *Handler) CreateVisit(ctx context.Context, r *pb.CreateVisitRequest) (*pb.CreateVisitResponse, error) {
	record := h.service.Create
	if leftOut(header(ctx)) {
		record = h.service.leaveOut
	}
	visit, err := record(ctx, auth.From(ctx), r.SessionId, r.VisitorId, r.Page)
	if err != nil {
		return nil, err
	}
	return &pb.CreateVisitResponse{Visit: visitToProto(visit)}, nil
}

// EndVisit implements AnalyticsService.
func (h *Handler) EndVisit(ctx context.Context, r *pb.EndVisitRequest) (*pb.EndVisitResponse, error) {
	if leftOut(header(ctx)) {
		now := timestamppb.New(h.service.now())
		return &pb.EndVisitResponse{Visit: &pb.Visit{SessionId: r.SessionId, StartTime: now, EndTime: now,
			Duration: r.Duration}}, nil
	}
	visit, err := h.service.End(ctx, r.SessionId, r.Duration)
	if err != nil {
		return nil, err
	}
	return &pb.EndVisitResponse{Visit: visitToProto(visit)}, nil
}

// header returns the header of the request, or nil for a call without one.
func header(ctx context.Context) http.Header {
	if info, ok := connect.CallInfoForHandlerContext(ctx); ok {
		return info.RequestHeader()
	}
	return nil
}

// leftOut reports whether a client is not counted, because it asked for that or is a robot.
func leftOut(header http.Header) bool {
	return header.Get("DNT") == "1" || header.Get("Sec-GPC") == "1" || isRobot(header.Get("User-Agent"))
}

// ListTrendingSearches implements AnalyticsService.
func (h *Handler) ListTrendingSearches(ctx context.Context,
	_ *pb.ListTrendingSearchesRequest) (*pb.ListTrendingSearchesResponse, error) {
	searches, err := h.service.TrendingSearches(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.ListTrendingSearchesResponse{Searches: searches}, nil
}

// GetAnalytics implements AnalyticsService.
func (h *Handler) GetAnalytics(ctx context.Context, r *pb.GetAnalyticsRequest) (*pb.GetAnalyticsResponse, error) {
	timeframe := r.Timeframe
	if timeframe == pb.Timeframe_TIMEFRAME_UNSPECIFIED {
		timeframe = pb.Timeframe_TIMEFRAME_24HOURS
	}
	period, err := h.service.Period(ctx, frames[timeframe])
	if err != nil {
		return nil, err
	}
	out := &pb.GetAnalyticsResponse{
		Timeframe: timeframe, UniqueVisitors: int32(period.Visitors), TotalVisits: int32(period.Visits),
		AvgDuration: period.AverageSeconds(),
	}
	for _, b := range period.Buckets {
		out.Buckets = append(out.Buckets, &pb.AnalyticsBucket{
			StartTime: timestamppb.New(b.Start), Visits: int32(b.Visits), UniqueVisitors: int32(b.Visitors),
			SignUps: int32(b.SignUps), Projects: int32(b.Projects), Posts: int32(b.Posts), Votes: int32(b.Votes),
		})
	}
	return out, nil
}

var frames = map[pb.Timeframe]Frame{
	pb.Timeframe_TIMEFRAME_HOUR:    {Bucket: slotTime, Count: 12},
	pb.Timeframe_TIMEFRAME_24HOURS: {Bucket: time.Hour, Count: 24},
	pb.Timeframe_TIMEFRAME_7DAYS:   {Bucket: dayTime, Count: 7},
	pb.Timeframe_TIMEFRAME_30DAYS:  {Bucket: dayTime, Count: 30},
}

// GetProjectAnalytics implements AnalyticsService.
func (h *Handler) GetProjectAnalytics(ctx context.Context,
	r *pb.GetProjectAnalyticsRequest) (*pb.GetProjectAnalyticsResponse, error) {
	days, err := h.service.Project(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	out := &pb.GetProjectAnalyticsResponse{}
	for _, d := range days {
		out.Views += int32(d.Views)
		out.Days = append(out.Days, &pb.ProjectDay{
			StartTime: timestamppb.New(d.Start), Views: int32(d.Views), Upvotes: int32(d.Upvotes),
			Downvotes: int32(d.Downvotes),
		})
	}
	return out, nil
}

func visitToProto(v *ent.Visit) *pb.Visit {
	out := &pb.Visit{SessionId: v.ID, VisitorId: v.VisitorID, Page: v.Page, StartTime: timestamppb.New(v.StartedAt)}
	if v.EndedAt != nil {
		out.EndTime = timestamppb.New(*v.EndedAt)
	}
	if v.Seconds != nil {
		out.Duration = float64(*v.Seconds)
	}
	return out
}
