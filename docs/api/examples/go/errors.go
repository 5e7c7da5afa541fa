package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"connectrpc.com/connect"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func handleErrors(ctx context.Context) error {
	projects := uvboardv1connect.NewProjectServiceClient(client, board)
	request := &pb.CreateProjectRequest{Project: &pb.ProjectInput{Title: new("P")}}
	for {
		_, err := projects.CreateProject(ctx, request)
		detail := detailOf(err)
		if connect.CodeOf(err) == connect.CodeResourceExhausted && detail.GetRetryAfter() > 0 {
			time.Sleep(time.Duration(detail.GetRetryAfter()) * time.Second)
			continue
		}
		fmt.Println(detail.GetCode())
		fmt.Println("title:", detail.GetFields()["title"])
		return nil
	}
}

// detailOf returns what the server tells about an error: a code for programs, and a message for each invalid field.
func detailOf(err error) *pb.ErrorDetail {
	var failure *connect.Error
	if !errors.As(err, &failure) {
		return nil
	}
	for _, detail := range failure.Details() {
		if value, err := detail.Value(); err == nil {
			if known, ok := value.(*pb.ErrorDetail); ok {
				return known
			}
		}
	}
	return nil
}
