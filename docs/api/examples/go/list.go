package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func list(ctx context.Context) error {
	projects := uvboardv1connect.NewProjectServiceClient(client, board)
	page, err := projects.ListProjects(ctx, &pb.ListProjectsRequest{
		Type:     pb.ProjectListType_PROJECT_LIST_TYPE_TRENDING,
		PageSize: 3,
	})
	if err != nil {
		return err
	}
	for _, p := range page.GetProjects() {
		fmt.Println(p.GetTitle(), "by", p.GetAuthor().GetUsername())
	}
	return nil
}
