package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func pages(ctx context.Context) error {
	projects := uvboardv1connect.NewProjectServiceClient(client, board)
	request := &pb.ListProjectsRequest{Sort: pb.ProjectSort_PROJECT_SORT_NEWEST, PageSize: 10}
	for {
		page, err := projects.ListProjects(ctx, request)
		if err != nil {
			return err
		}
		for _, p := range page.GetProjects() {
			fmt.Println(p.GetTitle())
		}
		if page.GetNextPageToken() == "" {
			return nil
		}
		request.PageToken = page.GetNextPageToken()
	}
}
