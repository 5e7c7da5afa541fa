package main

import (
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

func TestSignalsStopTheServer(t *testing.T) {
	// If the tests run under nohup, the server would inherit that SIGHUP is ignored.
	ours := make(chan os.Signal, 1)
	signal.Notify(ours, syscall.SIGHUP)
	defer signal.Stop(ours)
	for _, sent := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			server, _ := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"})
			if err := server.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			if err := server.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestServeUnderNohup(t *testing.T) {
	nohup, err := exec.LookPath("nohup")
	if err != nil {
		t.Fatal(err)
	}
	serve := program(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir(), "UVBOARD_LOG_FORMAT=json"}, "serve", "--addr", "127.0.0.1:0")
	serve.Path, serve.Args = nohup, append([]string{nohup}, serve.Args...)
	server, base := listening(t, serve)
	if err := server.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("/readyz: %s", response.Status)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
}
