package seed

import (
	"context"
	"embed"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"uvboard/backend/media"
	"uvboard/backend/platform/bulk"
	"uvboard/ent"
	"uvboard/ent/schema"
)

//go:embed pictures
var pictures embed.FS

// picture reads a picture.
var picture = func(name string) ([]byte, error) { return pictures.ReadFile("pictures/" + name + ".png") }

// drawings is the number of pictures of each kind: faces, logos and shots.
const drawings = 24

// pictured is the number of users who may have an avatar.
const pictured = 200

// picturesOf returns the logo and the screenshots of a project. They are the same for project modulo drawings.
func picturesOf(project int) []string {
	names := []string{fmt.Sprintf("logo%02d", project*5%drawings)}
	for n := range []int{1, 2, 1, 3, 1, 2, 1, 4}[project%8] {
		names = append(names, fmt.Sprintf("shot%02d", (project*7+n*5)%drawings))
	}
	return names
}

// addImages adds the images that projects share, as uploads of the admin, and returns their number. It adds only those
// that a project shows: an upload is removed together with the last project that shows it.
func (s *seeder) addImages(ctx context.Context, l *bulk.Loader) (int, error) {
	random := s.plan.random(aboutIDs, 1<<41)
	var names []string
	var uploads []*ent.Upload
	s.images = map[string]*ent.Upload{}
	for i := range min(s.plan.Projects, drawings) {
		for _, name := range picturesOf(i) {
			if s.images[name] != nil {
				continue
			}
			at := s.plan.joined(0)
			s.images[name] = &ent.Upload{ID: newID(at, random), UserID: s.userIDs[0], CreatedAt: at}
			names, uploads = append(names, name), append(uploads, s.images[name])
		}
	}
	if err := s.upload(ctx, names, uploads); err != nil {
		return 0, err
	}
	rows, _ := uploadRows()
	for _, u := range uploads {
		addUpload(&rows, u)
	}
	return len(uploads), l.Add(ctx, rows)
}

func (s *seeder) illustrate(e *exhibit) {
	var addresses []string
	for _, name := range picturesOf(e.index) {
		e.uploads = append(e.uploads, s.images[name])
		addresses = append(addresses, media.Address(s.images[name]))
	}
	e.project.Logo, e.project.Media = addresses[0], schema.ProjectMedia{Screenshots: addresses[1:]}
	if e.index%3 == 0 {
		e.project.CoverImage = addresses[1]
	}
}

// coverOf returns the cover of a story: a screenshot of the project that it is about. Two of three stories have one.
func (s *seeder) coverOf(story int) *ent.Upload {
	if story%3 == 1 {
		return nil
	}
	about := s.plan.stories[story].project
	if about < 0 {
		about = story
	}
	return s.images[picturesOf(about % drawings)[1]]
}

// avatars returns the avatars of users, nil for those without.
func (s *seeder) avatars(ctx context.Context, from, to int) ([]*ent.Upload, error) {
	var names []string
	var uploads []*ent.Upload
	all := make([]*ent.Upload, to-from)
	for i := from; i < min(to, pictured); i++ {
		random := s.plan.random(aboutFaces, i)
		if random.IntN(4) > 0 {
			continue
		}
		at := s.plan.joined(i)
		all[i-from] = &ent.Upload{ID: newID(at, random), UserID: s.userIDs[i], CreatedAt: at}
		names, uploads = append(names, fmt.Sprintf("face%02d", len(names)%drawings)), append(uploads, all[i-from])
	}
	return all, s.upload(ctx, names, uploads)
}

// upload stores the files of pictures, one per processor at a time.
func (s *seeder) upload(ctx context.Context, names []string, uploads []*ent.Upload) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, u := range uploads {
		group.Go(func() error {
			data, err := picture(names[i])
			if err != nil {
				return err
			}
			stored, err := s.media.StoreImage(ctx, u.ID, u.UserID, data)
			if err != nil {
				return err
			}
			stored.CreatedAt = u.CreatedAt
			*u = *stored
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("store images: %w", err)
	}
	return nil
}
