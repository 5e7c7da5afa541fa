package weekly

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements WeeklyService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service} }

// ListWeeklyIssues implements WeeklyService.
func (h *Handler) ListWeeklyIssues(ctx context.Context,
	r *pb.ListWeeklyIssuesRequest) (*pb.ListWeeklyIssuesResponse, error) {
	issues, next, err := h.service.List(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListWeeklyIssuesResponse{NextPageToken: next}
	for _, issue := range issues {
		out.Issues = append(out.Issues, h.service.summary(issue))
	}
	return out, nil
}

// GetWeeklyIssue implements WeeklyService.
func (h *Handler) GetWeeklyIssue(ctx context.Context,
	r *pb.GetWeeklyIssueRequest) (*pb.GetWeeklyIssueResponse, error) {
	number, err := strconv.Atoi(r.Number)
	if err != nil {
		return nil, errNoIssue()
	}
	issue, err := h.service.Get(ctx, number)
	if err != nil {
		return nil, err
	}
	return &pb.GetWeeklyIssueResponse{Issue: h.service.issue(issue)}, nil
}

// SubscribeWeekly implements WeeklyService.
func (h *Handler) SubscribeWeekly(ctx context.Context,
	r *pb.SubscribeWeeklyRequest) (*pb.SubscribeWeeklyResponse, error) {
	return &pb.SubscribeWeeklyResponse{Success: true}, h.service.Subscribe(ctx, r.Email, r.ProofOfWork)
}

// ConfirmWeekly implements WeeklyService.
func (h *Handler) ConfirmWeekly(ctx context.Context, r *pb.ConfirmWeeklyRequest) (*pb.ConfirmWeeklyResponse, error) {
	return &pb.ConfirmWeeklyResponse{Success: true}, h.service.Confirm(ctx, r.Token)
}

// UnsubscribeWeekly implements WeeklyService.
func (h *Handler) UnsubscribeWeekly(ctx context.Context,
	r *pb.UnsubscribeWeeklyRequest) (*pb.UnsubscribeWeeklyResponse, error) {
	return &pb.UnsubscribeWeeklyResponse{Success: true}, h.service.Unsubscribe(ctx, r.Token)
}

// oneClick handles the POST of mail programs to the address in List-Unsubscribe (RFC 8058). The body adds nothing, so
// it is not read. A GET of the same address shows a page with a button, because link scanners open every link.
func (h *Handler) oneClick(w http.ResponseWriter, r *http.Request) error {
	if err := h.service.Unsubscribe(r.Context(), r.URL.Query().Get("token")); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// GetWeeklyDraft implements WeeklyService.
func (h *Handler) GetWeeklyDraft(ctx context.Context, _ *pb.GetWeeklyDraftRequest) (*pb.GetWeeklyDraftResponse, error) {
	draft, err := h.service.GetDraft(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetWeeklyDraftResponse{Draft: h.service.draft(draft)}, nil
}

// UpdateWeeklyDraft implements WeeklyService.
func (h *Handler) UpdateWeeklyDraft(ctx context.Context,
	r *pb.UpdateWeeklyDraftRequest) (*pb.UpdateWeeklyDraftResponse, error) {
	items := make([]schema.WeeklyItem, len(r.Items))
	for i, item := range r.Items {
		items[i] = schema.WeeklyItem{Type: enumname.Of(item.Type), ID: store.ParseID(item.Id), Note: item.Note}
	}
	draft, err := h.service.Save(ctx, auth.From(ctx), Content{Title: r.Title, Introduction: r.Introduction,
		Items: items, Version: int(r.Version)})
	if err != nil {
		return nil, err
	}
	return &pb.UpdateWeeklyDraftResponse{Draft: h.service.draft(draft)}, nil
}

// MakeWeeklyDraft implements WeeklyService.
func (h *Handler) MakeWeeklyDraft(ctx context.Context,
	_ *pb.MakeWeeklyDraftRequest) (*pb.MakeWeeklyDraftResponse, error) {
	draft, err := h.service.Make(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	return &pb.MakeWeeklyDraftResponse{Draft: h.service.draft(draft)}, nil
}

// PublishWeeklyIssue implements WeeklyService.
func (h *Handler) PublishWeeklyIssue(ctx context.Context,
	r *pb.PublishWeeklyIssueRequest) (*pb.PublishWeeklyIssueResponse, error) {
	issue, err := h.service.Publish(ctx, auth.From(ctx), store.ParseOptionalID(r.Id), int(r.Version))
	if err != nil {
		return nil, err
	}
	return &pb.PublishWeeklyIssueResponse{Issue: h.service.issue(issue)}, nil
}

// ListWeeklySendings implements WeeklyService.
func (h *Handler) ListWeeklySendings(ctx context.Context,
	r *pb.ListWeeklySendingsRequest) (*pb.ListWeeklySendingsResponse, error) {
	sendings, next, err := h.service.Sendings(ctx, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	out := &pb.ListWeeklySendingsResponse{NextPageToken: next}
	for _, s := range sendings {
		out.Sendings = append(out.Sendings, &pb.WeeklySending{
			Number: int32(s.Number), Title: s.Title, PublishedAt: timestamppb.New(*s.PublishedAt),
			Recipients: int32(s.Recipients), Sent: int32(s.Sent), Left: int32(s.Left),
		})
	}
	return out, nil
}

// ListWeeklySubscribers implements WeeklyService.
func (h *Handler) ListWeeklySubscribers(ctx context.Context,
	r *pb.ListWeeklySubscribersRequest) (*pb.ListWeeklySubscribersResponse, error) {
	rows, next, err := h.service.Subscribers(ctx, r.Search, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	confirmed, err := countConfirmed(ctx, h.service.db.Client())
	if err != nil {
		return nil, err
	}
	out := &pb.ListWeeklySubscribersResponse{NextPageToken: next, TotalSize: int32(confirmed)}
	for _, row := range rows {
		subscriber := &pb.WeeklySubscriber{Id: row.ID.String(), Email: row.Email,
			CreatedAt: timestamppb.New(row.CreatedAt)}
		if row.ConfirmedAt != nil {
			subscriber.ConfirmedAt = timestamppb.New(*row.ConfirmedAt)
		}
		out.Subscribers = append(out.Subscribers, subscriber)
	}
	return out, nil
}

// DeleteWeeklySubscriber implements WeeklyService.
func (h *Handler) DeleteWeeklySubscriber(ctx context.Context,
	r *pb.DeleteWeeklySubscriberRequest) (*pb.DeleteWeeklySubscriberResponse, error) {
	return &pb.DeleteWeeklySubscriberResponse{Success: true},
		h.service.Delete(ctx, auth.From(ctx), store.ParseID(r.Id))
}

const (
	headlines  = 3
	maxExcerpt = 200
)

func (s *Service) summary(issue Issue) *pb.WeeklyIssueSummary {
	out := &pb.WeeklyIssueSummary{
		Number: int32(issue.Number), Title: issue.Title,
		Excerpt:     markdown.Excerpt(markdown.HTML(issue.Introduction), maxExcerpt),
		PublishedAt: timestamppb.New(*issue.PublishedAt), Url: s.board.Origin + path(issue.Number),
	}
	for _, item := range issue.Items {
		if len(out.Headlines) < headlines {
			out.Headlines = append(out.Headlines, item.Target.Title)
		}
		if out.Image == "" {
			out.Image = item.Target.Image
		}
	}
	return out
}

func (s *Service) issue(issue Issue) *pb.WeeklyIssue {
	return &pb.WeeklyIssue{
		Number: int32(issue.Number), Title: issue.Title, Introduction: issue.Introduction,
		IntroductionHtml: markdown.HTML(issue.Introduction), PublishedAt: timestamppb.New(*issue.PublishedAt),
		Items: s.itemsToProto(issue.Items), Url: s.board.Origin + path(issue.Number),
		Previous: int32(issue.Previous), Next: int32(issue.Next),
	}
}

func (s *Service) draft(d Draft) *pb.WeeklyDraft {
	return &pb.WeeklyDraft{
		Id: d.ID.String(), Version: int32(d.Version), Week: dayOf(d.Week).Format(time.DateOnly), Title: d.Title,
		Introduction: d.Introduction, IntroductionHtml: markdown.HTML(d.Introduction),
		Items: s.itemsToProto(d.Items), IsEdited: d.IsEdited, UpdatedAt: timestamppb.New(d.UpdatedAt),
		Number: int32(d.Next), Subscribers: int32(d.Subscribers),
	}
}

func (s *Service) itemsToProto(items []Item) []*pb.WeeklyItem {
	out := make([]*pb.WeeklyItem, len(items))
	for i, item := range items {
		out[i] = &pb.WeeklyItem{Type: enumname.Enum[pb.WeeklyItemType](item.Type), Id: item.ID.String(),
			Note: item.Note}
		t := item.Target
		if t == nil {
			continue
		}
		out[i].IsAvailable, out[i].Title, out[i].Excerpt, out[i].Image = true, t.Title, t.Text, t.Image
		out[i].Url, out[i].Via = s.board.Origin+t.Path, usersummary.Via(t.Via)
		if t.Owner != nil {
			out[i].Author = usersummary.ToProto(t.Owner)
		}
	}
	return out
}
