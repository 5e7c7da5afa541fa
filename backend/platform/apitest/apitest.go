// Package apitest lists the API for tests that check all of it.
package apitest

import (
	"iter"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "uvboard/gen/uvboard/v1"
)

// Services returns every service of the API.
func Services() (all []protoreflect.ServiceDescriptor) {
	protoregistry.GlobalFiles.RangeFilesByPackage(pb.File_uvboard_v1_user_service_proto.Package(),
		func(file protoreflect.FileDescriptor) bool {
			for i := range file.Services().Len() {
				all = append(all, file.Services().Get(i))
			}
			return true
		})
	if len(all) == 0 {
		panic("no service is registered")
	}
	return all
}

// Methods ranges over every method of the API.
func Methods() iter.Seq[protoreflect.MethodDescriptor] {
	return func(yield func(protoreflect.MethodDescriptor) bool) {
		for _, service := range Services() {
			for i := range service.Methods().Len() {
				if !yield(service.Methods().Get(i)) {
					return
				}
			}
		}
	}
}
