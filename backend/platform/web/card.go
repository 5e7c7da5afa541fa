package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"net/http"
	"strings"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/web/card"
)

// cardPath follows the path of a page with a card.
const cardPath = "/og.png"

// cardOf returns the path of a page's card.
func cardOf(path string) string { return strings.TrimSuffix(path, "/") + cardPath }

// cardVersion is raised when cards are drawn differently, so that stored ones are drawn again.
const cardVersion = 2

// Card is the content of a page's link preview.
type Card struct {
	File               string // the name under which the drawing is stored
	Title, Tagline, By string
	Logo               string // address of an upload; may be empty
	Picture            string // of a screenshot or a cover, shown instead of the logo; may be empty
	Site               bool   // of the whole site: without a logo, a maker and votes
	Votes              int
}

// Images stores drawn images and reads uploaded ones.
type Images interface {
	// Drawn returns a drawn image, nil if none has this stamp.
	Drawn(ctx context.Context, name string, stamp [16]byte) ([]byte, error)
	KeepDrawn(ctx context.Context, name string, stamp [16]byte, content []byte) error
	// Image returns the smallest rendition of an uploaded image of at least a width; nil if it cannot be read.
	Image(ctx context.Context, address string, width int) (image.Image, error)
}

// stamp changes with everything that a card shows.
func (c *Card) stamp(product string) [16]byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s\x00%s\x00%s\x00%s\x00%d", cardVersion, product, c.Title,
		c.Tagline, c.Logo, c.Picture, c.By, c.Votes))
	return [16]byte(sum[:16])
}

// cardImage returns the card of a page for its preview. The URL changes with the card, since clients keep what they
// loaded from a URL.
func (s *Service) cardImage(site Site, p *Page) Image {
	stamp := p.Card.stamp(site.Name)
	return Image{
		URL: site.URL(cardOf(p.Path)) + "?v=" + hex.EncodeToString(stamp[:4]), Alt: p.Title,
		Width: card.Width, Height: card.Height, Large: true,
	}
}

// serveCard serves the current card of a page that visitors may see.
func (s *Service) serveCard(w http.ResponseWriter, r *http.Request) error {
	route, param := s.find(cmp.Or(strings.TrimSuffix(r.URL.Path, cardPath), "/"))
	if route == nil {
		return errNotFound()
	}
	// Describe the page to a visitor: shared caches store the card, so a draft has none, even for its author.
	site := s.config.Site()
	page, err := s.describeTo(auth.WithCaller(r.Context(), nil), route, Request{Site: site, Param: param})
	switch {
	case fault.IsNotFound(err) || err == nil && page.Card == nil:
		return errNotFound()
	case err != nil:
		return fmt.Errorf("describe a card: %w", err)
	}
	content, err := s.draw(r.Context(), site.Name, page.Card)
	if err != nil {
		return fmt.Errorf("draw a card: %w", err)
	}
	serveContent(w, r, "image/png", content)
	return nil
}

func (s *Service) draw(ctx context.Context, product string, c *Card) ([]byte, error) {
	images, stamp := s.config.Images, c.stamp(product)
	if content, err := images.Drawn(ctx, c.File, stamp); err != nil || content != nil {
		return content, err
	}
	if err := s.drawing.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait to draw: %w", err)
	}
	defer s.drawing.Release(1)
	// When a link has just been posted, many clients load the same card: another request may have drawn it meanwhile.
	if content, err := images.Drawn(ctx, c.File, stamp); err != nil || content != nil {
		return content, err
	}
	logo, err := images.Image(ctx, c.Logo, 320)
	if err != nil {
		return nil, err
	}
	picture, err := images.Image(ctx, c.Picture, 640)
	if err != nil {
		return nil, err
	}
	content, err := card.Card{
		Title: c.Title, Tagline: c.Tagline, By: c.By, Product: product, Votes: c.Votes, Logo: logo, Picture: picture,
		Site: c.Site,
	}.PNG()
	if err != nil {
		return nil, err
	}
	return content, images.KeepDrawn(ctx, c.File, stamp, content)
}
