// Command openapigen writes backend/platform/rest/openapi.yaml, the description of the REST paths, and schemas.json
// beside it, the schemas of what agents send and get. It reads a buf image
// with comments from standard input:
//
//	buf build --path proto/uvboard -o - | go run ./backend/cmd/openapigen
//
// It runs after buf has generated the Go code, since it reads the access rules of the procedures from this program.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	if err := run(os.Stdin, "backend/platform/rest"); err != nil {
		fmt.Fprintln(os.Stderr, "openapigen:", err)
		os.Exit(1)
	}
}

func run(image io.Reader, folder string) error {
	data, err := io.ReadAll(image)
	if err != nil {
		return err
	}
	services, err := servicesOf(data)
	if err != nil {
		return fmt.Errorf("image on standard input: %w", err)
	}
	document, err := describe(services)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(document); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "openapi.yaml"), b.Bytes(), 0o644); err != nil {
		return err
	}
	tools, err := toolSchemas(document)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(tools, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "schemas.json"), append(content, '\n'), 0o644)
}

// servicesOf returns the services of a buf image, in the order of their files.
func servicesOf(image []byte) ([]protoreflect.ServiceDescriptor, error) {
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(image, set); err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		return nil, err
	}
	var services []protoreflect.ServiceDescriptor
	for _, file := range set.GetFile() {
		descriptor, err := files.FindFileByPath(file.GetName())
		if err != nil {
			return nil, err
		}
		for i := range descriptor.Services().Len() {
			services = append(services, descriptor.Services().Get(i))
		}
	}
	if len(services) == 0 {
		return nil, errors.New("no services")
	}
	return services, nil
}
