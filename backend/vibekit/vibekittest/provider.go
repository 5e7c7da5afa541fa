// Package vibekittest is an AI provider with OpenAI's API, for tests.
package vibekittest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"uvboard/backend/platform/config"
)

// Key is the key that the provider accepts.
const Key = "sk-test-hunter2"

// Brief and LogoIdeas are the answers that a Provider gives by default.
const (
	Brief = `{"summary":"A log for kilns. It keeps the firing curve, so that “celadon” succeeds twice.","considerations":["Which sensors?"],` +
		`"userStories":["As a potter, I want the curve of my last firing, so that I can repeat it."],"risks":["Sensors drift: calibrate them."],` +
		`"assumptions":["Potters have a phone."],"systemPrompt":"You build small web apps.","builderPrompt":"Build the list of firings first."}`
	LogoIdeas = `{"names":["Kiln log","Embers","Cone Nine"],"taglines":["Fire it twice","Every curve kept"],"motifs":["A flame in an arch: the kiln"]}`
)

// TokenLetters is how many letters a streamed piece has.
const TokenLetters = 7

// Request is a request that the provider received.
type Request struct {
	Model    string
	Stream   bool
	Messages []struct{ Role, Content string }
	Schema   map[string]any
	ctxDone  <-chan struct{}
}

// Answer answers a request.
type Answer func(w http.ResponseWriter, r Request)

// Provider is a running provider.
type Provider struct {
	URL string

	mu       sync.Mutex
	answers  []Answer
	requests []Request
}

// New starts a provider that gives the answers in turn, then the default ones.
func New(t testing.TB, answers ...Answer) *Provider {
	t.Helper()
	p := &Provider{answers: answers}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL + "/v1"
	return p
}

// Settings are the settings for this provider.
func (p *Provider) Settings() config.OpenAI {
	return config.OpenAI{Key: Key, BaseURL: p.URL, Model: "test-model"}
}

// Requests returns the requests that the provider received.
func (p *Provider) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Request(nil), p.requests...)
}

// ServeHTTP implements http.Handler. It refuses what OpenAI refuses.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model               string                           `json:"model"`
		Stream              bool                             `json:"stream"`
		Messages            []struct{ Role, Content string } `json:"messages"`
		MaxCompletionTokens int                              `json:"max_completion_tokens"`
		ResponseFormat      struct {
			Type       string `json:"type"`
			JSONSchema struct {
				Name   string         `json:"name"`
				Strict bool           `json:"strict"`
				Schema map[string]any `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	switch err := json.NewDecoder(r.Body).Decode(&body); {
	case r.Method == http.MethodGet && r.URL.Path == "/v1/models" && r.Header.Get("Authorization") == "Bearer "+Key:
		write(w, map[string]any{"object": "list",
			"data": []any{map[string]any{"id": p.Settings().Model, "object": "model"}}})
		return
	case r.Method == http.MethodGet && r.URL.Path == "/v1/models":
		Fail(http.StatusUnauthorized, "invalid_api_key")(w, Request{})
		return
	case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
		http.NotFound(w, r)
		return
	case r.Header.Get("Authorization") != "Bearer "+Key:
		Fail(http.StatusUnauthorized, "invalid_api_key")(w, Request{})
		return
	case err != nil, body.Model == "", body.MaxCompletionTokens == 0, body.ResponseFormat.Type != "json_schema",
		!body.ResponseFormat.JSONSchema.Strict, !isStrict(body.ResponseFormat.JSONSchema.Schema):
		Fail(http.StatusBadRequest, "invalid_request")(w, Request{})
		return
	}
	request := Request{Model: body.Model, Stream: body.Stream, Messages: body.Messages,
		Schema: body.ResponseFormat.JSONSchema.Schema, ctxDone: r.Context().Done()}
	p.mu.Lock()
	p.requests = append(p.requests, request)
	answer := Text(Brief)
	if body.ResponseFormat.JSONSchema.Name == "logo_ideas" {
		answer = Text(LogoIdeas)
	}
	if len(p.answers) > 0 {
		answer, p.answers = p.answers[0], p.answers[1:]
	}
	p.mu.Unlock()
	answer(w, request)
}

// isStrict reports whether OpenAI accepts a schema of an object as strict.
func isStrict(schema map[string]any) bool {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	return schema["type"] == "object" && schema["additionalProperties"] == false && len(properties) > 0 &&
		len(required) == len(properties)
}

// Text answers with a text, in pieces if it is streamed.
func Text(text string) Answer {
	return func(w http.ResponseWriter, r Request) {
		if !r.Stream {
			write(w, map[string]any{
				"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": text},
					"finish_reason": "stop"}}})
			return
		}
		fmt.Fprint(w, ": a comment\n\n")
		stream(w, text)
		chunk(w, map[string]any{}, "stop")
		fmt.Fprint(w, "data: {\"choices\":[],\"usage\":{\"total_tokens\":9}}\n\ndata: [DONE]\n\n")
	}
}

// Cut ends the response in the middle of a text.
func Cut(text string) Answer {
	return func(w http.ResponseWriter, r Request) {
		if !r.Stream {
			fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"summ`)
			flush(w)
		} else {
			stream(w, text)
		}
		panic(http.ErrAbortHandler)
	}
}

// Declined answers with a refusal of the model.
func Declined() Answer {
	return func(w http.ResponseWriter, r Request) {
		if r.Stream {
			chunk(w, map[string]any{"refusal": "I'm sorry"}, nil)
			return
		}
		write(w, map[string]any{"choices": []any{map[string]any{"message": map[string]any{"refusal": "I'm sorry"},
			"finish_reason": "stop"}}})
	}
}

// Fail answers with an error that repeats the key wherever it can.
func Fail(status int, code string) Answer {
	return func(w http.ResponseWriter, _ Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		write(w, map[string]any{"error": map[string]any{"message": "Bad key " + Key, "type": Key, "code": code + " " +
			Key}})
	}
}

// FailInStream sends the beginning of a text, then an error that repeats the key.
func FailInStream(text string) Answer {
	return func(w http.ResponseWriter, r Request) {
		if r.Stream {
			stream(w, text)
			fmt.Fprintf(w, "data: {\"error\":{\"message\":\"Overloaded %[1]s\",\"type\":\"server_error\",\"code\":\"%[1]s\"}}\n\n", Key)
		}
	}
}

// Endless sends the beginning of a text and then nothing until the client disconnects; then it sends to gone.
func Endless(text string, gone chan<- struct{}) Answer {
	return func(w http.ResponseWriter, r Request) {
		defer func() { gone <- struct{}{} }() // also if it disconnects while text is written, which panics
		if r.Stream {
			stream(w, text)
		}
		<-r.ctxDone
	}
}

// Flood sends text without an end.
func Flood() Answer {
	return func(w http.ResponseWriter, r Request) {
		if r.Stream {
			stream(w, `{"summary":"`)
		} else {
			fmt.Fprint(w, `{"choices":[{"message":{"content":"`)
		}
		for {
			select {
			case <-r.ctxDone:
				return
			default:
				if r.Stream {
					chunk(w, map[string]any{"content": strings.Repeat("more ", 1000)}, nil)
				} else {
					fmt.Fprint(w, strings.Repeat("more ", 10_000))
				}
			}
		}
	}
}

// stream sends a text in pieces that break inside words and escapes.
func stream(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	pieces := []rune(text)
	for i := 0; i < len(pieces); i += TokenLetters {
		chunk(w, map[string]any{"content": string(pieces[i:min(i+TokenLetters, len(pieces))])}, nil)
	}
}

// chunk sends a piece with as many bytes around it as OpenAI does, more than 300.
func chunk(w http.ResponseWriter, delta map[string]any, finish any) {
	fmt.Fprint(w, "data: ")
	write(w, map[string]any{
		"id": "chatcmpl-0123456789abcdefghijABCDEFGHI", "object": "chat.completion.chunk", "created": 1_770_000_000,
		"model":        "test-model-2026-01-01",
		"service_tier": "default", "system_fingerprint": "fp_0123456789", "usage": nil,
		"obfuscation": "0123456789abcdef",
		"choices":     []any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}},
	})
	fmt.Fprint(w, "\n")
	flush(w)
}

func flush(w http.ResponseWriter) {
	if http.NewResponseController(w).Flush() != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
}

func write(w http.ResponseWriter, value any) {
	if err := json.NewEncoder(w).Encode(value); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
}
