package main

import (
	"context"
	"fmt"

	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

func live(ctx context.Context) error {
	stream, err := uvboardv1connect.NewLiveServiceClient(client, board).Subscribe(ctx, &pb.SubscribeRequest{
		Topics: []*pb.LiveTopic{{Topic: &pb.LiveTopic_List{List: pb.LiveList_LIVE_LIST_PROJECTS}}},
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for stream.Receive() {
		switch stream.Msg().GetEvent().(type) {
		case *pb.SubscribeResponse_Ready, *pb.SubscribeResponse_Resync:
			fmt.Println("fetch everything that you show")
		case *pb.SubscribeResponse_ChangedList:
			fmt.Println("the projects have changed")
		}
	}
	return stream.Err()
}
