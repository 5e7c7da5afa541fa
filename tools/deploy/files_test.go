// Package deploy checks the files of deploy/ with the libraries of the programs that read them.
package deploy

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/opencontainers/go-digest"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const root = "../.."

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bases answers with an empty configuration for every base image, so that nothing is fetched.
type bases struct{}

func (bases) ResolveImageConfig(_ context.Context, name string,
	_ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return name, "", []byte("{}"), nil
}

func TestDockerfile(t *testing.T) {
	text := read(t, "deploy/Dockerfile")
	results, err := dockerfile2llb.DockerfileLint(t.Context(), text, dockerfile2llb.ConvertOpt{MetaResolver: bases{},
		SourceMap: &llb.SourceMap{Definition: &llb.Definition{}, Filename: "Dockerfile", Data: text}})
	if err != nil {
		t.Fatal(err)
	}
	if results.Error != nil {
		t.Error(results.Error)
	}
	for _, w := range results.Warnings {
		t.Errorf("%s: %s", w.RuleName, w.Detail)
	}
}

func TestCompose(t *testing.T) {
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "deploy/compose.yaml")},
		cli.WithEnv([]string{"BOARD_HOST=board.example", "POSTGRES_PASSWORD=a", "STORAGE_PASSWORD=b"}))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(project.Services) < 4 {
		t.Errorf("only %d services", len(project.Services))
	}
}

// What `kubectl apply -k` sends are objects of a current API, without a field that it does not know.
func TestKubernetes(t *testing.T) {
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).
		Run(filesys.MakeFsOnDisk(), filepath.Join(root, "deploy/kubernetes"))
	if err != nil {
		t.Fatal(err)
	}
	strict := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	kinds := map[string]bool{}
	check := func(name string, text []byte) {
		if _, kind, err := strict.Decode(text, nil, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		} else {
			kinds[kind.Kind] = true
		}
	}
	for _, resource := range made.Resources() {
		text, err := resource.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		check(resource.CurId().String(), text)
	}
	check("the example of a secret", read(t, "deploy/kubernetes/secret.example.yaml"))
	if len(kinds) < 7 {
		t.Errorf("only %v", kinds)
	}
}

func TestCaddyfile(t *testing.T) {
	caddy, err := exec.LookPath("caddy")
	if err != nil {
		if os.Getenv("UVBOARD_TEST_DEPLOY") == "required" {
			t.Fatal(err)
		}
		t.Skip("Caddy, which CI installs, is not on this machine: ", err)
	}
	command := exec.CommandContext(t.Context(), caddy, "validate", "--adapter", "caddyfile", "--config",
		filepath.Join(root, "deploy/Caddyfile"))
	command.Env = append(os.Environ(), "BOARD_HOST=board.example", "XDG_DATA_HOME="+t.TempDir())
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
