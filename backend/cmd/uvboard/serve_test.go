package main

import (
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"uvboard/backend/platform/must"
)

func TestSignalsStopTheServer(t *testing.T) {
	// If the tests run under nohup, the server would inherit that SIGHUP is ignored.
	ours := make(chan os.Signal, 1)
	signal.Notify(ours, syscall.SIGHUP)
	defer signal.Stop(ours)
	for _, sent := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			server, _ := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"})
			must.NoError(t, server.Process.Signal(sent))
			if err := server.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestServeUnderNohup(t *testing.T) {
	nohup, err := exec.LookPath("nohup")
	must.NoError(t, err)
	serve := program(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"}, "serve", "--addr", "127.0.0.1:0")
	serve.Path, serve.Args = nohup, append([]string{nohup}, serve.Args...)
	server, base := listening(t, serve)
	must.NoError(t, server.Process.Signal(syscall.SIGHUP))
	response, err := http.Get(base + "/readyz")
	must.NoError(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("/readyz: %s", response.Status)
	}
	must.NoError(t, server.Process.Signal(syscall.SIGTERM))
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
}
