// Command image writes UV Board's image as an OCI layout, without a container engine. The settings of the image are
// those of the last stage of deploy/Dockerfile, so that both images behave the same. The same binaries and time give
// the same bytes.
package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	dockerfile := flag.String("dockerfile", "", "the Dockerfile whose last stage has the settings of the image")
	binaries := flag.String("binaries", "",
		"a folder with the static binary of each architecture, as ARCHITECTURE/uvboard")
	version := flag.String("version", "", "the version, for a label")
	commit := flag.String("commit", "", "the commit, for a label")
	created := flag.Int64("created", 0, "the time of all files, in seconds since 1970")
	out := flag.String("out", "", "the layout to write: a tar file")
	flag.Parse()
	if err := write(*dockerfile, *binaries, *version, *commit, time.Unix(*created, 0).UTC(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func write(dockerfile, binaries, version, commit string, created time.Time, out string) error {
	config, err := settings(dockerfile)
	if err != nil {
		return err
	}
	config.Labels["org.opencontainers.image.version"] = version
	config.Labels["org.opencontainers.image.revision"] = commit
	found, err := filepath.Glob(filepath.Join(binaries, "*", "uvboard"))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no binaries in %s", binaries)
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, binary := range found {
		platform := v1.Platform{OS: "linux", Architecture: filepath.Base(filepath.Dir(binary))}
		image, err := build(binary, platform, config, created)
		if err != nil {
			return fmt.Errorf("%s: %w", binary, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			MediaType: types.OCIManifestSchema1, Platform: &platform,
			Annotations: map[string]string{"org.opencontainers.image.ref.name": version},
		}})
	}
	folder, err := os.MkdirTemp("", "image")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if _, err := layout.Write(folder, index); err != nil {
		return err
	}
	// As written, so that what is read back is what is checked.
	written, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		return err
	}
	if err := validate.Index(written); err != nil {
		return err
	}
	return pack(folder, created, out)
}

// settings reads the last stage of a Dockerfile.
func settings(dockerfile string) (v1.Config, error) {
	config := v1.Config{Labels: map[string]string{}, Volumes: map[string]struct{}{},
		ExposedPorts: map[string]struct{}{}, WorkingDir: "/"}
	file, err := os.Open(dockerfile)
	if err != nil {
		return config, err
	}
	defer file.Close()
	parsed, err := parser.Parse(file)
	if err != nil {
		return config, err
	}
	stages, _, err := instructions.Parse(parsed.AST, nil)
	if err != nil {
		return config, err
	}
	// Those of the base image, which adds no others.
	config.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"}
	for _, command := range stages[len(stages)-1].Commands {
		switch c := command.(type) {
		case *instructions.CopyCommand: // see build
		case *instructions.EnvCommand:
			for _, pair := range c.Env {
				config.Env = append(config.Env, pair.Key+"="+pair.Value)
			}
		case *instructions.LabelCommand:
			for _, pair := range c.Labels {
				config.Labels[pair.Key] = strings.Trim(pair.Value, `"`)
			}
		case *instructions.VolumeCommand:
			for _, volume := range c.Volumes {
				config.Volumes[volume] = struct{}{}
			}
		case *instructions.ExposeCommand:
			for _, port := range c.Ports {
				config.ExposedPorts[port+"/tcp"] = struct{}{}
			}
		case *instructions.UserCommand:
			config.User = c.User
		case *instructions.HealthCheckCommand:
			config.Healthcheck = &v1.HealthConfig{Test: c.Health.Test, Interval: c.Health.Interval,
				Timeout: c.Health.Timeout, StartPeriod: c.Health.StartPeriod, Retries: c.Health.Retries}
		case *instructions.EntrypointCommand:
			config.Entrypoint = c.CmdLine
		case *instructions.CmdCommand:
			config.Cmd = c.CmdLine
		default:
			return config, fmt.Errorf("%s: %s is not known here", dockerfile, command.Name())
		}
	}
	return config, nil
}

func build(binary string, platform v1.Platform, config v1.Config, created time.Time) (v1.Image, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	var authorities bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // a file of certificates cannot express a constraint
		}
		if err := pem.Encode(&authorities, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			return nil, err
		}
	}
	var layers []v1.Layer
	for _, files := range [][]file{
		{
			{"etc/passwd", 0o644, 0,
				[]byte("root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/data:/sbin/nologin\n")},
			{"etc/group", 0o644, 0, []byte("root:x:0:\nnonroot:x:65532:\n")},
			{"etc/ssl/certs/ca-certificates.crt", 0o644, 0, authorities.Bytes()},
			{"tmp/", 0o1777, 0, nil},
			{"data/", 0o700, 65532, nil},
		},
		{{"usr/local/bin/uvboard", 0o755, 0, program}},
	} {
		content, err := archive(files, created)
		if err != nil {
			return nil, err
		}
		layer, err := tarball.LayerFromOpener(func() (io.ReadCloser,
			error) {
			return io.NopCloser(bytes.NewReader(content)), nil
		}, tarball.WithMediaType(types.OCILayer))
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	image, err := mutate.ConfigFile(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1),
		types.OCIConfigJSON),
		&v1.ConfigFile{Architecture: platform.Architecture, OS: platform.OS, Created: v1.Time{Time: created},
			Config: config, RootFS: v1.RootFS{Type: "layers"}})
	if err != nil {
		return nil, err
	}
	return mutate.AppendLayers(image, layers...)
}

type file struct {
	name    string // ends in / if it is a folder
	mode    int64
	owner   int
	content []byte
}

// archive writes files, and the folders they are in, as a tar.
func archive(files []file, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	done := map[string]bool{}
	add := func(f file) error {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Uid: f.owner, Gid: f.owner,
			Size: int64(len(f.content)), ModTime: modified}
		if strings.HasSuffix(f.name, "/") {
			header.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		_, err := w.Write(f.content)
		return err
	}
	for _, f := range files {
		for i, c := range f.name[:len(f.name)-1] {
			if folder := f.name[:i+1]; c == '/' && !done[folder] {
				done[folder] = true
				if err := add(file{name: folder, mode: 0o755}); err != nil {
					return nil, err
				}
			}
		}
		if err := add(f); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// pack writes the files of a folder as a tar, in the order of their names.
func pack(folder string, modified time.Time, out string) error {
	var files []file
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files = append(files, file{name: filepath.ToSlash(name), mode: 0o644, content: content})
		return err
	})
	if err != nil {
		return err
	}
	content, err := archive(files, modified)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, content, 0o644)
}
