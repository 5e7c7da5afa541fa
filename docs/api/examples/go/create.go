package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func create(ctx context.Context) error {
	projects := uvboardv1connect.NewProjectServiceClient(client, board)
	tools := []pb.VibeTool{pb.VibeTool_VIBE_TOOL_CURSOR, pb.VibeTool_VIBE_TOOL_CLAUDE}
	created, err := projects.CreateProject(ctx, &pb.CreateProjectRequest{Project: &pb.ProjectInput{
		Title:           new("Pixel Garden"),
		Tagline:         new("A garden that grows with your commits"),
		Logo:            new("https://example.com/logo.png"),
		Stage:           pb.Stage_STAGE_MVP.Enum(),
		PrimaryCategory: pb.Category_CATEGORY_DEVELOPER_TOOLS.Enum(),
		VibeTools:       &pb.VibeToolList{Values: tools},
		Links:           &pb.ProjectLinks{Repo: new("https://example.com/pixel-garden")},
	}})
	if err != nil {
		return err
	}
	fmt.Println(board + "/projects/" + created.GetProject().GetId())
	return nil
}
