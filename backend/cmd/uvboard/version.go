package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker in releases.
var version = "0.1.0"

// commit is set by the linker. A plain `go build` in a checkout records it in the build info.
var commit string

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version, commit and Go version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), "uvboard version", about()); err != nil {
				return failure{err}
			}
			return nil
		},
	}
}

// about follows "uvboard version" in what --version prints, which has no template of our own: see head in platform/web.
func about() string {
	return fmt.Sprintf("%s, commit %s, %s", version, builtFrom(), runtime.Version())
}

func builtFrom() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				return setting.Value
			}
		}
	}
	return "unknown"
}
