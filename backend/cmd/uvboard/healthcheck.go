package main

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"uvboard/backend/platform/config"
)

const healthcheckTime = 3 * time.Second

func newHealthcheck() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask a server on this machine whether it is up",
		Long:  `Ask the server at the listen address, on this machine, for /healthz. It is for containers, whose image has no shell.`,
		Args:  cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, c *config.Config, _ []string) error {
			address := "http://" + localAddr(c.Addr) + "/healthz"
			response, err := (&http.Client{Timeout: healthcheckTime}).Get(address)
			if err != nil {
				return err
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusOK {
				return fmt.Errorf("%s answers %s", address, response.Status)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "up")
			return nil
		}),
	}
	config.AddFlags(cmd.Flags(), "addr", "log-format", "log-level")
	return cmd
}

// localAddr returns the address at which this machine reaches a server that listens on addr, which is valid.
func localAddr(addr string) string {
	host, port, _ := net.SplitHostPort(addr)
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
