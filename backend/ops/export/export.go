// Package export sends users an archive of their data.
package export

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Service writes archives.
type Service struct {
	db      *store.DB
	parts   []domain.Export
	product func() string
	now     func() time.Time
}

// NewService returns a service that archives the exports of the domains. product is the site's name; now is the clock.
func NewService(db *store.DB, domains []domain.Domain, product func() string, now func() time.Time) *Service {
	return &Service{
		db: db, parts: domain.Collect(domains, func(d domain.Domain) []domain.Export { return d.Exports }),
		product: product, now: now,
	}
}

// Routes returns the export's HTTP route.
func (s *Service) Routes() []server.Route {
	rule := auth.Rule{Level: auth.User, WhileSuspended: true, Limit: auth.LimitExport}
	return []server.Route{{Method: http.MethodGet, Path: "/api/users/{id}/export", Rule: rule, Handle: s.Handle,
		File: true}}
}

// Handle is GET /api/users/{id}/export. Only the user may call it, not even an admin for another user. No transaction
// stays open while a slow connection reads the archive: each record is complete as of when it was read, and a record
// that is added or deleted meanwhile may be in the archive or not. If the export fails, the connection is aborted, so
// that no partial archive looks complete.
func (s *Service) Handle(w http.ResponseWriter, r *http.Request) error {
	ctx, caller := r.Context(), auth.From(r.Context())
	if caller == nil {
		return auth.Admit(auth.User, nil)
	}
	if r.PathValue("id") != caller.UserID.String() {
		return fault.Denied("NOT_OWNER", "You can only export your own data")
	}
	u, err := s.db.Client().User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return auth.Admit(auth.User, nil) // deleted since the call was authenticated
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{
		"filename": fmt.Sprintf("uvboard-%s-%s.zip", u.Username, s.now().UTC().Format(time.DateOnly)),
	}))
	header.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return nil
	}
	out := &response{Writer: w}
	if err := s.Write(ctx, out, u); err != nil {
		if !out.failed && ctx.Err() == nil {
			slog.ErrorContext(ctx, "export failed", "error", err.Error())
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// response records whether a write failed. This means that the client has disconnected, which is not an error of the
// server.
type response struct {
	io.Writer
	failed bool
}

func (r *response) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	r.failed = r.failed || err != nil
	return n, err
}

// Write writes the archive of a user.
func (s *Service) Write(ctx context.Context, w io.Writer, u *ent.User) error {
	a := archive.New(w, s.now())
	if err := s.readme(a, u); err != nil {
		return err
	}
	for _, part := range s.parts {
		if part.Write == nil {
			continue
		}
		if err := part.Write(ctx, a, u); err != nil {
			return fmt.Errorf("%s: %w", part.Name, err)
		}
	}
	return a.Close()
}

const readmeEnd = `
Names and numbers are those of the API, which /openapi.yaml describes. Times are in UTC.
Passwords and secrets are not included: the server stores only hashes of them.
Changes made while this archive was written may be missing.
`

func (s *Service) readme(a *archive.Writer, u *ent.User) error {
	var text strings.Builder
	fmt.Fprintf(&text, "This is everything that %s stores about %s, as of %s.\n\n", s.product(), u.Username,
		a.At.Format(time.RFC3339))
	for _, part := range s.parts {
		fmt.Fprintf(&text, "%-14s %s\n", part.Name, part.About)
	}
	text.WriteString(readmeEnd)
	file, err := a.File("README.txt", zip.Deflate)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, text.String())
	return err
}
