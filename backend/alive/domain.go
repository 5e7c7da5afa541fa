package alive

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what the checks contribute to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "alive",
		Services: []server.Service{server.Mount[uvboardv1connect.AliveServiceHandler](
			uvboardv1connect.NewAliveServiceHandler, NewHandler(s))},
		Pages: web.Pages{Routes: []web.Route{{Path: "/docs/checks", Title: "Link checks",
			Description: "What the links of projects are asked once a day, and how to refuse that."}}},
		Jobs:      []jobs.Job{{Name: "check links", Every: checkEvery, Run: s.Run, Due: s.isDue}},
		Listeners: []event.Listener{{InTx: s.onProject}},
		Notices: []domain.Notice{{
			Kind: "link_down", Email: true, Own: true, Anonymous: true, Of: notify,
			On: func(e event.Event) bool { return e.Kind == event.Down },
			Line: func(s domain.Said) string {
				return fmt.Sprintf("%s has not answered for %d days. Is it still there?", s.Title, askAfter)
			},
		}},
		Checks:  []domain.Check{{What: "projects.alive", Find: findStates}},
		Counted: []string{"projects", "counters"},
	}
}

// notify tells the maker, once for each time that a project stops to answer.
func notify(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
	p, err := client.Project.Get(ctx, e.Item.ID)
	if err != nil {
		return nil, ent.MaskNotFound(err)
	}
	row, err := rowOf(ctx, client, p.ID)
	if err != nil || row == nil || p.Alive != isDown {
		return nil, err
	}
	return &domain.Told{Source: uuid.NewSHA1(p.ID, []byte("down "+row.LastDay)), To: domain.ToUsers(p.UserID)}, nil
}
