package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/web/card"
	"uvboard/ent"
	entproject "uvboard/ent/project"
)

// cardLook is to be raised when cards are drawn in another way, so that those drawn before are drawn again.
const cardLook = 1

// cardStamp changes with whatever the card of a project shows.
func (s *Service) cardStamp(p *ent.Project) media.Stamp {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s\x00%s\x00%s\x00%d",
		cardLook, s.product, p.Title, p.Tagline, p.Logo, byline(p.Edges.Owner), p.Upvotes))
	return media.Stamp(sum[:16])
}

// card is the picture that stands for a project in a preview. Its address changes with what it shows, since those who
// show previews keep what an address once had.
func (s *Service) card(p *ent.Project) Image {
	stamp := s.cardStamp(p)
	return Image{
		URL: s.projectAddress(p.ID) + "/og.png?v=" + hex.EncodeToString(stamp[:4]), Alt: p.Title + " - " + p.Tagline,
		Width: card.Width, Height: card.Height, Large: true,
	}
}

// ServeCard is GET /projects/{id}/og.png: the card of a public project as it is now.
func (s *Service) ServeCard(w http.ResponseWriter, r *http.Request) error {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return errNothing
	}
	p, err := s.db.Client().Project.Query().Where(entproject.ID(id), entproject.IsPublic(true)).WithOwner().Only(r.Context())
	if ent.IsNotFound(err) {
		return errNothing
	}
	if err != nil {
		return fmt.Errorf("card: %w", err)
	}
	content, err := s.drawCard(r.Context(), p)
	if err != nil {
		return fmt.Errorf("card: %w", err)
	}
	serveTagged(w, r, "image/png", content)
	return nil
}

// drawCard draws a card, or takes the one that was drawn of the same before.
func (s *Service) drawCard(ctx context.Context, p *ent.Project) ([]byte, error) {
	name, stamp := media.Card(p.ID), s.cardStamp(p)
	if content, err := s.pictures.Drawn(ctx, name, stamp); err != nil || content != nil {
		return content, err
	}
	if err := s.drawing.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait to draw: %w", err)
	}
	defer s.drawing.Release(1)
	// Many ask for the same card at the same time: when a link to it has just been posted.
	if content, err := s.pictures.Drawn(ctx, name, stamp); err != nil || content != nil {
		return content, err
	}
	logo, err := s.pictures.Picture(ctx, p.Logo, 320)
	if err != nil {
		return nil, err
	}
	content, err := card.Card{
		Title: p.Title, Tagline: p.Tagline, By: byline(p.Edges.Owner), Product: s.product, Votes: p.Upvotes, Logo: logo,
	}.PNG()
	if err != nil {
		return nil, err
	}
	return content, s.pictures.KeepDrawn(ctx, name, stamp, content)
}

// byline is the maker's handle, or what stands for somebody whose account is deleted.
func byline(u *ent.User) string {
	if u.DeletedAt != nil {
		return displayName(u)
	}
	return u.ViberTag
}
