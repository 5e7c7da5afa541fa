package admin

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// ListJobs implements AdminService.
func (h *Handler) ListJobs(ctx context.Context, _ *pb.ListJobsRequest) (*pb.ListJobsResponse, error) {
	states, err := jobs.List(ctx, h.service.db.Client(), h.service.now())
	if err != nil {
		return nil, err
	}
	out := &pb.ListJobsResponse{}
	for _, s := range states {
		j := &pb.Job{
			Name: s.ID, IsRunning: s.Running, LastRunMilliseconds: int32(s.RunMs), Error: s.Failure,
			Failures:     int32(s.Failures),
			WaitingTasks: int32(s.Waiting), FailedTasks: int32(s.Failed),
		}
		if s.RanAt != nil {
			j.LastRunAt = timestamppb.New(*s.RanAt)
		}
		if s.Next != nil {
			j.NextRunAt = timestamppb.New(*s.Next)
		}
		out.Jobs = append(out.Jobs, j)
	}
	return out, nil
}

// The target type of jobs in the audit log, and the action.
const (
	jobKind   = "job"
	actionRun = "run"
)

// RunJob implements AdminService.
func (h *Handler) RunJob(ctx context.Context, r *pb.RunJobRequest) (*pb.RunJobResponse, error) {
	err := h.service.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		found, err := jobs.RunNow(ctx, tx, r.Name, h.service.now())
		if err == nil && !found {
			err = fault.NotFound("JOB_NOT_FOUND", "Job not found")
		}
		if err != nil {
			return err
		}
		// Jobs have no id, so derive one from the name.
		e := audit.Entry{Action: actionRun, TargetType: jobKind, Target: uuid.NewSHA1(uuid.NameSpaceURL,
			[]byte(r.Name)), Reason: r.Name}
		return audit.Add(ctx, h.service.db, tx, auth.From(ctx), e, h.service.now())
	})
	return &pb.RunJobResponse{}, err
}
