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

// ownPictures is up to how many projects each has pictures of its own. With more, they share those of a pool.
const ownPictures = 300

// The width of pictures. That of screenshots is one of the widths uploads are kept in, so that nothing is scaled for little.
const (
	logoWidth = 256
	shotWidth = 1200
)

// The size of the pool.
const (
	poolLogos = 60
	poolShots = 90
)

// pool is the addresses of shared pictures. Picture i is of idea i, counted round and round.
type pool struct {
	logos, shots []string
	uploads      []*ent.Upload
}

// a picture is to be drawn for somebody.
type picture struct {
	draw  func() image.Image
	owner uuid.UUID
	at    time.Time
	id    uuid.UUID
}

// illustrate gives projects their pictures: it draws them, or takes them from the pool.
func (s *seeder) illustrate(ctx context.Context, exhibits []*exhibit) error {
	if s.pool != nil {
		for _, e := range exhibits {
			idea := e.index % len(ideas)
			e.show(s.pool.logos[spread(idea, e.turn, poolLogos)], s.pool.shotsOf(idea, e.turn, e.shots))
			if e.index == keeper {
				e.uploads = s.pool.uploads
			}
		}
		return nil
	}
	var pictures []picture
	for _, e := range exhibits {
		random := s.plan.random(aboutIDs, 1<<41+e.index)
		add := func(draw func() image.Image) {
			at := e.project.CreatedAt.Add(-time.Minute) // uploaded just before
			pictures = append(pictures, picture{draw: draw, owner: e.project.UserID, at: at, id: newID(at, random)})
		}
		add(func() image.Image { return s.logo(e) })
		for n := range e.shots {
			add(func() image.Image { return s.screenshot(e, n) })
		}
	}
	uploads, err := s.paint(ctx, pictures)
	if err != nil {
		return err
	}
	for _, e := range exhibits {
		e.uploads, uploads = uploads[:1+e.shots], uploads[1+e.shots:]
		var shots []string
		for _, u := range e.uploads[1:] {
			shots = append(shots, media.Address(u))
		}
		e.show(media.Address(e.uploads[0]), shots)
	}
	return nil
}

func (e *exhibit) show(logo string, shots []string) {
	e.project.Logo = logo
	e.project.Media = schema.ProjectMedia{Screenshots: shots}
	if e.index%3 == 0 {
		e.project.CoverImage = shots[0]
	}
}

func (s *seeder) logo(e *exhibit) image.Image {
	return art.Logo(e.concept.motifs[e.turn%len(e.concept.motifs)], e.project.Title, e.look, s.pixels(logoWidth))
}

func (s *seeder) screenshot(e *exhibit, n int) image.Image {
	c, idea := e.concept, e.index%len(ideas)
	return art.Screenshot(art.Shot{
		View: c.scenes[(e.turn+idea/4+n)%len(c.scenes)], Layout: idea + 3*e.turn + 2*n, Title: e.project.Title, Figure: figure(e.look),
		Label: c.label, Items: c.items, Look: e.look + uint64(n)*24, Width: s.pixels(shotWidth),
	})
}

func figure(look uint64) string { return fmt.Sprint(100 + look*37%900) }

func (s *seeder) pixels(width int) int { return width / max(1, s.plan.shrink) }

// spread is where in a pool of a size the turn-th picture of an idea is.
func spread(idea, turn, size int) int {
	has := (size - idea + len(ideas) - 1) / len(ideas)
	return idea + turn%has*len(ideas)
}

func (p *pool) shotsOf(idea, turn, n int) []string {
	first := spread(idea, turn, poolShots)
	shots := []string{p.shots[first]}
	if second := spread(idea, turn+1, poolShots); n > 1 && second != first {
		shots = append(shots, p.shots[second])
	}
	return shots
}

// fillPool draws the shared pictures. They belong to a draft of the admin's that is there to keep them.
func (s *seeder) fillPool(ctx context.Context) error {
	var pictures []picture
	at, random := s.plan.joined(0), s.plan.random(aboutIDs, 1<<42)
	add := func(draw func() image.Image) {
		pictures = append(pictures, picture{draw: draw, owner: s.userIDs[0], at: at, id: newID(at, random)})
	}
	for i := range poolLogos {
		c, turn := ideas[i%len(ideas)], i/len(ideas)
		add(func() image.Image { return art.Logo(c.motifs[turn], c.names[turn], uint64(i*7+3), s.pixels(logoWidth)) })
	}
	for i := range poolShots {
		c, turn := ideas[i%len(ideas)], i/len(ideas)
		add(func() image.Image {
			return art.Screenshot(art.Shot{
				View: c.scenes[turn], Layout: i, Title: c.names[0], Figure: figure(uint64(i)), Label: c.label, Items: c.items, Look: uint64(i*7 + 3),
				Width: s.pixels(shotWidth),
			})
		})
	}
	uploads, err := s.paint(ctx, pictures)
	if err != nil {
		return err
	}
	s.pool = &pool{uploads: uploads}
	for i, u := range uploads {
		if i < poolLogos {
			s.pool.logos = append(s.pool.logos, media.Address(u))
		} else {
			s.pool.shots = append(s.pool.shots, media.Address(u))
		}
	}
	s.say("%d pictures drawn, to be shared", len(uploads))
	return nil
}

// paint draws pictures and stores their files, as many at once as there are processors.
func (s *seeder) paint(ctx context.Context, pictures []picture) ([]*ent.Upload, error) {
	uploads := make([]*ent.Upload, len(pictures))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range pictures {
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
		return nil, fmt.Errorf("draw pictures: %w", err)
	}
	return uploads, nil
}
