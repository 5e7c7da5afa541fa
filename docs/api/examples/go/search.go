package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func search(ctx context.Context) error {
	projects := uvboardv1connect.NewProjectServiceClient(client, board)
	found, err := projects.ListProjects(ctx, &pb.ListProjectsRequest{
		Search:   "writing",
		Sort:     pb.ProjectSort_PROJECT_SORT_NEWEST,
		PageSize: 3,
	})
	if err != nil {
		return err
	}
	for _, p := range found.GetProjects() {
		fmt.Println(p.GetTitle())
	}
	return nil
}
