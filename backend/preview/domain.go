// Package preview renders text that is still being written.
package preview

import (
	"context"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/server"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the service that renders previews. It stores nothing.
func Domain() domain.Domain {
	return domain.Domain{
		Name: "preview",
		Services: []server.Service{
			server.Mount[uvboardv1connect.MarkdownServiceHandler](uvboardv1connect.NewMarkdownServiceHandler, Handler{}),
		},
	}
}

// Handler implements MarkdownService.
type Handler struct{}

// RenderMarkdown implements MarkdownService.
func (Handler) RenderMarkdown(_ context.Context, req *pb.RenderMarkdownRequest) (*pb.RenderMarkdownResponse, error) {
	return &pb.RenderMarkdownResponse{Html: markdown.HTML(req.GetText())}, nil
}
