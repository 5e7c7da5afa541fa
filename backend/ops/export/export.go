// Package export gives members all that the board keeps of them, as one zip.
package export

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

// Service writes exports.
type Service struct {
	db      *store.DB
	media   *media.Service
	product string
	now     func() time.Time
}

// NewService reads from db and media; product is what the board calls itself, and now is the clock.
func NewService(db *store.DB, media *media.Service, product string, now func() time.Time) *Service {
	return &Service{db: db, media: media, product: product, now: now}
}

// Handle is GET /api/users/{id}/export for that member alone, admins included: everything the board keeps of the member.
// The zip is made while it is sent, a page of rows or a piece of a file at a time, so that its size costs no memory, and
// no transaction stays open for somebody whose connection is slow. So each record is whole, as it was when it was read;
// what changes while the export runs may be in it or not. Should it break off, the connection does, so that nobody takes
// half of it for the whole.
func (s *Service) Handle(w http.ResponseWriter, r *http.Request) error {
	ctx, caller := r.Context(), auth.From(r.Context())
	if caller == nil {
		return auth.Admit(auth.Login, nil)
	}
	if r.PathValue("id") != caller.UserID.String() {
		return fault.Denied("NOT_OWNER", "You can only export your own data")
	}
	member, err := s.db.Client().User.Query().Where(user.ID(caller.UserID), user.DeletedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return auth.Admit(auth.Login, nil) // deleted since the session was looked up
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{
		"filename": fmt.Sprintf("uvboard-%s-%s.zip", member.Username, s.now().UTC().Format(time.DateOnly)),
	}))
	header.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return nil
	}
	answer := &answer{Writer: w}
	if err := s.Write(ctx, answer, member); err != nil {
		if !answer.lost && ctx.Err() == nil {
			slog.ErrorContext(ctx, "export broke off", "error", err.Error())
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// answer remembers that nobody takes it any more, which is no failure of this side.
type answer struct {
	io.Writer
	lost bool
}

func (a *answer) Write(p []byte) (int, error) {
	n, err := a.Writer.Write(p)
	a.lost = a.lost || err != nil
	return n, err
}

// Write writes the export of a member.
func (s *Service) Write(ctx context.Context, w io.Writer, member *ent.User) error {
	a := archive{zip: zip.NewWriter(w), at: s.now().UTC()}
	for _, part := range []func(context.Context, *archive, *ent.User) error{
		s.readme, s.profile, s.projects, s.votes, s.sessions, s.tokens, s.mails, s.uploads,
	} {
		if err := part(ctx, &a, member); err != nil {
			return err
		}
	}
	return a.zip.Close()
}

// archive is a zip under way.
type archive struct {
	zip *zip.Writer
	at  time.Time
}

// file begins a file, which ends with the next one.
func (a *archive) file(name string, method uint16) (io.Writer, error) {
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.at})
}

// object writes a file with one thing in JSON, made to be read.
func (a *archive) object(name string, value any) error {
	file, err := a.file(name, zip.Deflate)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// list writes a file with a JSON array, an item on a line, as fill adds them.
func (a *archive) list(name string, fill func(add func(item any) error) error) error {
	file, err := a.file(name, zip.Deflate)
	if err != nil {
		return err
	}
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	before := "[\n"
	err = fill(func(item any) error {
		line.Reset()
		line.WriteString(before)
		before = ",\n"
		if err := encoder.Encode(item); err != nil {
			return err
		}
		_, err := file.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	end := "\n]\n"
	if before == "[\n" { // there was none
		end = "[]\n"
	}
	_, err = io.WriteString(file, end)
	return err
}
