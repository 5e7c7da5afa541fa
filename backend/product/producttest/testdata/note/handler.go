package note

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/server"
)

// routes are the HTTP handlers. They are here because the example has no proto; a real domain implements its Connect
// service and lists it in Domain.Services.
func (s *Service) routes() []server.Route {
	return []server.Route{
		{Method: http.MethodPost, Path: "/api/notes", Rule: auth.Rule{Level: auth.User, Callers: auth.Tokens,
			Limit: auth.LimitWrite}, Handle: s.create, MaxBody: 4096},
		{Method: http.MethodGet, Path: "/api/notes", Rule: auth.Rule{Level: auth.User, Callers: auth.Tokens,
			Limit: auth.LimitRead}, Handle: s.list},
	}
}

func (s *Service) create(w http.ResponseWriter, r *http.Request) error {
	var body struct{ Text string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return fault.Malformed("The body must be a JSON object.")
	}
	n, err := s.Create(r.Context(), auth.From(r.Context()).UserID, body.Text)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	return json.NewEncoder(w).Encode(n)
}

func (s *Service) list(w http.ResponseWriter, r *http.Request) error {
	notes, err := s.List(r.Context(), auth.From(r.Context()).UserID, uuid.Max)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(notes)
}
