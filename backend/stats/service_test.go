package stats_test

import (
	"context"
	"errors"
	"testing"

	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/stats"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func community(t *testing.T, db *store.DB) *pb.CommunityStats {
	t.Helper()
	response, err := stats.NewHandler(stats.NewService(db)).
		GetCommunityStats(t.Context(), &pb.GetCommunityStatsRequest{})
	must.NoError(t, err)
	return response.Stats
}

func TestCommunityStats(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if got := community(t, db); !proto.Equal(got, &pb.CommunityStats{}) {
			t.Errorf("stats of an empty community: %v", got)
		}
		// Concurrent changes of a counter all count, and a rolled back one does not.
		refused := errors.New("refused")
		must.Concurrently(t, 40, func(i int) error {
			err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				if err := stats.Add(ctx, tx, stats.Users, 1); err != nil {
					return err
				}
				if i%4 == 0 {
					return refused
				}
				return nil
			})
			if i%4 == 0 && errors.Is(err, refused) {
				return nil
			}
			return err
		})
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			for name, by := range map[string]int{
				stats.Projects: 14, stats.Channels: 5, "unrelated": 99,
				stats.ProjectsAt("idea"): 1, stats.ProjectsAt("mvp"): 2, stats.ProjectsAt("beta"): 3,
				stats.ProjectsAt("launched"): 6, stats.ProjectsAt("archived"): 4,
			} {
				if err := stats.Add(ctx, tx, name, by); err != nil {
					return err
				}
			}
			return stats.Add(ctx, tx, stats.ProjectsAt("launched"), -2)
		}))
		// spec: call.stats
		want := &pb.CommunityStats{
			TotalProjects: 14, ActiveVibers: 30, TotalChannels: 5,
			IdeaProjects: 1, MvpProjects: 2, BetaProjects: 3, LaunchedProjects: 4,
		}
		if got := community(t, db); !proto.Equal(got, want) {
			t.Errorf("stats %v, want %v", got, want)
		}
	})
}
