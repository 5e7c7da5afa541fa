package agent

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/publishrequest"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what agents contribute to the board.
func Domain(s *Service) domain.Domain {
	var routes []server.Route
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		route := server.Route{
			Method: method, Path: "/mcp", Rule: auth.Rule{Level: auth.User, Callers: auth.Apps, Limit: auth.LimitRead},
			Handle: s.serve,
			Challenge: fmt.Sprintf("Bearer resource_metadata=%q, scope=%q", s.origin+metadataPath+"/mcp",
				"read write"),
		}
		if method == http.MethodPost {
			route.MaxBody = maxBody
		}
		routes = append(routes, route)
	}
	for _, path := range []string{metadataPath, metadataPath + "/mcp"} {
		routes = append(routes, server.Route{Method: http.MethodGet, Path: path, Rule: auth.PublicRead,
			Handle: s.serveMetadata, CrossOrigin: true})
	}
	routes = append(routes, server.Route{Method: http.MethodGet, Path: programPath, Handle: s.serveProgram, File: true,
		Rule: auth.Rule{Level: auth.Public, Callers: auth.Apps, Limit: auth.LimitDownload}})
	return domain.Domain{
		Name: "agent",
		Services: []server.Service{
			server.Mount[uvboardv1connect.AgentServiceHandler](uvboardv1connect.NewAgentServiceHandler, NewHandler(s))},
		Routes: routes,
		Pages: web.Pages{Routes: []web.Route{{Path: "/docs/agents", Title: "Use with your agent",
			Description: "Let your coding agent show projects here, read the feedback and answer it."}}},
		Listeners: []event.Listener{{InTx: s.onEvent}},
		Notices:   []domain.Notice{notice},
		Exports: []domain.Export{{Name: "publish-requests.json", About: "drafts that your agents ask to publish",
			Of: "publish_requests.user_id", Private: true, Write: s.export}},
	}
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "publish-requests.json", func(after uuid.UUID) ([]*ent.PublishRequest, error) {
		return s.db.Client().PublishRequest.Query().Where(publishrequest.UserID(u.ID), publishrequest.IDGT(after)).
			Order(publishrequest.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(p *ent.PublishRequest) (uuid.UUID, any) {
		return p.ID, map[string]any{"projectId": p.ProjectID, "requestedAt": p.RequestedAt}
	})
}
