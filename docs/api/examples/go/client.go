package main

import (
	"net/http"
	"os"
)

var board = os.Getenv("BOARD") // such as https://board.example

// client sends the token with every request.
var client = &http.Client{Transport: bearer{os.Getenv("TOKEN")}}

type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}
