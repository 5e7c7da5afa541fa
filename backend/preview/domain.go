// Package preview renders text that is still being written.
package preview

import (
	"context"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the service that renders previews, for the members on db. It stores nothing.
func Domain(db *store.DB) domain.Domain {
	return domain.Domain{
		Name: "preview",
		Services: []server.Service{
			server.Mount[uvboardv1connect.MarkdownServiceHandler](uvboardv1connect.NewMarkdownServiceHandler,
				Handler{usersummary.Lookup(db)}),
		},
	}
}

// Handler implements MarkdownService.
type Handler struct{ find markdown.Lookup }

// RenderMarkdown implements MarkdownService.
func (h Handler) RenderMarkdown(ctx context.Context,
	req *pb.RenderMarkdownRequest) (*pb.RenderMarkdownResponse, error) {
	rendered, err := markdown.Render(ctx, store.Clean(req.GetText()), h.find)
	if err != nil {
		return nil, err
	}
	return &pb.RenderMarkdownResponse{Html: rendered.HTML}, nil
}
