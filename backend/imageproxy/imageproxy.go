// Package imageproxy shows images of other sites through this site, smaller and without metadata. So those sites do not
// learn who reads a page.
package imageproxy

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/singleflight"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/platform/remoteimage"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
)

// The maximum widths of images, twice those on pages for sharp screens.
const (
	InText     = 1600
	InNewsList = 320
)

// version is raised when images are rendered differently, so that kept ones are fetched again.
const version = 2

const (
	keptFor   = 30 * 24 * time.Hour
	failedFor = 10 * time.Minute // before a site is asked again
	fetches   = 16               // at once
	fetchTime = 20 * time.Second // to wait for a turn, fetch, decode and store
)

// caching is short enough for an image to follow its source within a day.
const caching = "public, max-age=86400"

var errNotFound = fault.NotFound("NOT_FOUND", "There is no image here.")

// Get fetches a document, as fetch.Client does.
type Get func(ctx context.Context, address string, known fetch.Validators) (*fetch.Response, error)

// Service fetches images and keeps them for 30 days.
type Service struct {
	db      *store.DB
	files   *media.Service
	get     Get
	flights singleflight.Group
	turns   *fetch.Turns
}

// NewService returns a service that keeps images in files.
func NewService(db *store.DB, files *media.Service, get Get) *Service {
	return &Service{db: db, files: files, get: get, turns: fetch.NewTurns(fetches)}
}

// Domain returns the route of images in texts.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "imageproxy",
		Routes: []server.Route{{Method: http.MethodGet, Path: remoteimage.Prefix + "{key}", Rule: auth.PublicFile,
			File: true, Handle: func(w http.ResponseWriter, r *http.Request) error {
				source, err := remoteimage.Source(r.Context(), s.db.Client(), r.PathValue("key"))
				if err != nil {
					return err
				}
				return s.Serve(w, r, source, InText)
			}}},
	}
}

// Serve answers with an image of another site, at most width wide. Faults: not found if source is empty or is not an
// image that can be fetched and read.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request, source string, width int) error {
	if source == "" {
		return errNotFound
	}
	image, err := s.image(r.Context(), source, width)
	if err != nil {
		return err
	}
	if len(image) == 0 {
		return errNotFound
	}
	header := w.Header()
	header.Set("Content-Type", http.DetectContentType(image)) // encoded by this program
	header.Set("Content-Length", fmt.Sprint(len(image)))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
	header.Set("Cache-Control", caching)
	_, err = w.Write(image)
	return err
}

// image returns the image from the store, or fetches it. Requests for the same image wait for one fetch, which goes on
// if they end. It returns nothing if the image cannot be shown.
func (s *Service) image(ctx context.Context, source string, width int) ([]byte, error) {
	name := fmt.Sprintf("remote/%d-%x-%d", version, sha256.Sum256([]byte(source)), width)
	kept, err := s.files.Kept(ctx, name)
	if err != nil || kept != nil {
		return kept, err
	}
	result := s.flights.DoChan(name, func() (any, error) {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), fetchTime)
		defer done()
		return s.fetch(ctx, name, source, width)
	})
	select {
	case r := <-result:
		image, _ := r.Val.([]byte)
		return image, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// fetch fetches an image and keeps it. A failure is kept as an empty file for a short time.
func (s *Service) fetch(ctx context.Context, name, source string, width int) ([]byte, error) {
	done, err := s.turns.Take(ctx, fetch.Site(source))
	if err != nil {
		return nil, fault.Unavailable("BUSY", "Too many images are being fetched. Please try again in a moment.")
	}
	defer done()
	image, err := s.shrunk(ctx, source, width)
	keep := keptFor
	if err != nil {
		if ctx.Err() != nil && !errors.Is(err, fetch.ErrTimeout) {
			return nil, err
		}
		slog.InfoContext(ctx, "an image of another site is not shown", "host", hostOf(source), "error", err.Error())
		image, keep = []byte{}, failedFor
	}
	return image, s.files.KeepFor(ctx, name, image, keep)
}

// hostOf leaves out the query, which may have what a member keeps secret.
func hostOf(source string) string {
	u, err := url.Parse(source)
	if err != nil {
		return ""
	}
	return u.Host
}

func (s *Service) shrunk(ctx context.Context, source string, width int) ([]byte, error) {
	response, err := s.get(ctx, source, fetch.Validators{})
	if err != nil {
		return nil, err
	}
	return s.files.Shrink(ctx, response.Body, width)
}
