package seed

import (
	"context"
	"fmt"
	"image"
	"runtime"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/media"
	"uvboard/backend/ops/seed/art"
	"uvboard/ent"
	"uvboard/ent/schema"
)

// ownImages is the number of projects up to which each has its own images. With more, projects share the images of a pool.
const ownImages = 300

// pictured is the number of users who may have an avatar.
const pictured = 200

// The widths of images. Screenshots have the width of a rendition, which saves scaling.
const (
	logoWidth   = 256
	shotWidth   = 1200
	avatarWidth = 320
)

// pool has the addresses of shared images: a logo and a screenshot of each product.
type pool struct {
	logos, shots []string
	uploads      []*ent.Upload
}

type painting struct {
	draw  func() image.Image
	owner uuid.UUID
	at    time.Time
	id    uuid.UUID
}

// illustrate sets the images of projects: it draws them or takes them from the pool.
func (s *seeder) illustrate(ctx context.Context, exhibits []*exhibit) error {
	if s.pool != nil {
		for _, e := range exhibits {
			i := e.index % len(texts().Products)
			e.show(s.pool.logos[i], s.pool.shots[i:i+1])
			if e.index == keeper {
				e.uploads = s.pool.uploads
			}
		}
		return nil
	}
	var paintings []painting
	for _, e := range exhibits {
		random := s.plan.random(aboutIDs, 1<<41+e.index)
		add := func(draw func() image.Image) {
			at := e.project.CreatedAt.Add(-time.Minute) // uploaded just before
			paintings = append(paintings, painting{draw: draw, owner: e.project.UserID, at: at, id: newID(at, random)})
		}
		add(func() image.Image { return s.logo(e.product, e.project.Title, e.look) })
		for n := range e.shots {
			shot := e.product.screenshot(e.index%len(texts().Products), e.turn, n, e.project.Title, e.look)
			add(func() image.Image { return s.screenshot(shot) })
		}
	}
	uploads, err := s.paint(ctx, paintings)
	if err != nil {
		return err
	}
	for _, e := range exhibits {
		e.uploads, uploads = uploads[:1+e.shots], uploads[1+e.shots:]
		e.show(media.Address(e.uploads[0]), addresses(e.uploads[1:]))
	}
	return nil
}

func addresses(uploads []*ent.Upload) []string {
	var out []string
	for _, u := range uploads {
		out = append(out, media.Address(u))
	}
	return out
}

func (e *exhibit) show(logo string, shots []string) {
	e.project.Logo = logo
	e.project.Media = schema.ProjectMedia{Screenshots: shots}
	if e.index%3 == 0 {
		e.project.CoverImage = shots[0]
	}
}

func (s *seeder) logo(p *product, title string, look uint64) image.Image {
	return art.Logo(p.Motif, title, look, s.pixels(logoWidth))
}

func (s *seeder) screenshot(shot art.Shot) image.Image {
	shot.Width = s.pixels(shotWidth)
	return art.Screenshot(shot)
}

func (s *seeder) pixels(width int) int { return width / max(1, s.plan.shrink) }

// fillPool draws the shared images, which a draft of the admin shows.
func (s *seeder) fillPool(ctx context.Context) error {
	var paintings []painting
	at, random := s.plan.joined(0), s.plan.random(aboutIDs, 1<<42)
	add := func(draw func() image.Image) {
		paintings = append(paintings, painting{draw: draw, owner: s.userIDs[0], at: at, id: newID(at, random)})
	}
	for i := range texts().Products {
		p, look := &texts().Products[i], uint64(i*7+3)
		add(func() image.Image { return s.logo(p, p.Name, look) })
		shot := p.screenshot(i, 0, 0, "", look)
		shot.Title = shot.Items[0] // projects of many names share it
		add(func() image.Image { return s.screenshot(shot) })
	}
	uploads, err := s.paint(ctx, paintings)
	if err != nil {
		return err
	}
	s.pool = &pool{uploads: uploads}
	for i, address := range addresses(uploads) {
		if i%2 == 0 {
			s.pool.logos = append(s.pool.logos, address)
		} else {
			s.pool.shots = append(s.pool.shots, address)
		}
	}
	s.say("%d images drawn, to be shared", len(uploads))
	return nil
}

func (s *seeder) avatars(ctx context.Context, from, to int) ([]*ent.Upload, error) {
	var paintings []painting
	var users []int
	for i := from; i < min(to, pictured); i++ {
		random := s.plan.random(aboutFaces, i)
		if random.IntN(4) > 0 {
			continue
		}
		at, look := s.plan.joined(i), random.Uint64()
		paintings = append(paintings, painting{
			draw: func() image.Image { return art.Face(look, s.pixels(avatarWidth)) }, owner: s.userIDs[i], at: at, id: newID(at, random),
		})
		users = append(users, i)
	}
	uploads, err := s.paint(ctx, paintings)
	if err != nil {
		return nil, err
	}
	all := make([]*ent.Upload, to-from)
	for n, i := range users {
		all[i-from] = uploads[n]
	}
	return all, nil
}

// paint draws images and stores their files, one per processor at a time.
func (s *seeder) paint(ctx context.Context, paintings []painting) ([]*ent.Upload, error) {
	uploads := make([]*ent.Upload, len(paintings))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range paintings {
		group.Go(func() error {
			u, err := s.media.StoreImage(ctx, p.id, p.owner, p.draw())
			if err != nil {
				return err
			}
			u.CreatedAt = p.at
			uploads[i] = u
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("draw images: %w", err)
	}
	return uploads, nil
}
