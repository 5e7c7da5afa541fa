// Command newopenapi writes backend/platform/rest/openapi.yaml, the description of the documented REST paths, from the image of the
// proto with its comments on standard input. Usage: buf build --path proto/uvboard -o - | go run ./backend/platform/rest/newopenapi
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/platform/rest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "newopenapi:", err)
		os.Exit(1)
	}
}

func run() error {
	image, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(image, set); err != nil {
		return fmt.Errorf("the image on standard input: %w", err)
	}
	known, err := protodesc.NewFiles(set)
	if err != nil {
		return err
	}
	var services []protoreflect.ServiceDescriptor
	for _, file := range set.GetFile() { // in the order of the image, which is that of their names
		for _, service := range file.GetService() {
			descriptor, err := known.FindDescriptorByName(protoreflect.FullName(file.GetPackage() + "." + service.GetName()))
			if err != nil {
				return err
			}
			services = append(services, descriptor.(protoreflect.ServiceDescriptor))
		}
	}
	if len(services) == 0 {
		return fmt.Errorf("the image on standard input has no services")
	}
	description, err := rest.Describe(services)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(description); err != nil {
		return err
	}
	return os.WriteFile("backend/platform/rest/openapi.yaml", b.Bytes(), 0o644)
}
