package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/ent"
	"uvboard/ent/uploaduse"
)

// collect removes all files that are due.
func collect(t testing.TB, s *Service) {
	t.Helper()
	must.NoError(t, NewCollector(s).Work(t.Context()))
}

// at sets the clock of s to a time after the start of the test.
// projects is the kind of items that show uploads in these tests.
var projects = []domain.UploadUse{{Kind: "project", Table: "projects", Visible: "is_public"}}

func at(s *Service, later time.Duration) { s.now = func() time.Time { return clock().Add(later) } }

func add(t testing.TB, s *Service, owner *ent.User) *ent.Upload {
	t.Helper()
	u, err := s.Add(t.Context(), owner.ID, bytes.NewReader(asPNG(t, quarters(100, 50))))
	must.NoError(t, err)
	return u.Upload
}

// claim changes the addresses that a project shows.
func claim(t testing.TB, s *Service, editor uuid.UUID, project uuid.UUID, had []string, shows ...string) error {
	t.Helper()
	return s.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return s.Claim(ctx, tx, editor, Use{"project", project}, had, shows)
	})
}

// kept checks that exactly these uploads are stored, with all their files.
func kept(t testing.TB, s *Service, want ...*ent.Upload) {
	t.Helper()
	names := []string{}
	for _, u := range want {
		names = append(names, keys(u)...)
		if _, err := s.db.Client().Upload.Get(t.Context(), u.ID); err != nil {
			t.Errorf("upload %s: %v", u.ID, err)
		}
	}
	slices.Sort(names)
	if got := files(t, s.bucket); !slices.Equal(got, names) {
		t.Errorf("%d files, want %d: %.300q", len(got), len(names), got)
	}
	if n := s.db.Client().Upload.Query().CountX(t.Context()); n != len(want) {
		t.Errorf("%d rows, want %d", n, len(want))
	}
}

// ordered checks the number of scheduled removals.
func ordered(t testing.TB, s *Service, want int) {
	t.Helper()
	if n := s.db.Client().FileRemoval.Query().CountX(t.Context()); n != want {
		t.Errorf("%d removals are scheduled, want %d", n, want)
	}
}

func TestUnusedUploadsGoAfterADay(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada := newUser(t, s.db, "ada")
		project := newProject(t, s.db, ada)
		used, unused := add(t, s, ada), add(t, s, ada)
		must.NoError(t, claim(t, s, ada.ID, project, nil, Address(used)))
		at(s, unusedFor-time.Second)
		collect(t, s)
		kept(t, s, used, unused)
		ordered(t, s, 1)
		at(s, unusedFor)
		collect(t, s)
		kept(t, s, used)
		ordered(t, s, 0)
		at(s, 100*unusedFor)
		collect(t, s)
		kept(t, s, used)
	})
}

func TestClaim(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada, bob := newUser(t, s.db, "ada"), newUser(t, s.db, "bob")
		one, two := newProject(t, s.db, ada), newProject(t, s.db, ada)
		first, second, bobs := add(t, s, ada), add(t, s, ada), add(t, s, bob)
		elsewhere := "https://example.org" + Address(second)
		must.NoError(t, claim(t, s, ada.ID, one, nil, Address(first), Address(bobs), elsewhere, "", "/uploads/x.png",
			Address(first)))
		ordered(t, s, 2) // bob's, and the one that no project shows
		must.NoError(t, claim(t, s, ada.ID, two, nil, Prefix+Folder(first.ID)+"w320.png", Address(second)))
		ordered(t, s, 1)
		must.NoError(t, claim(t, s, ada.ID, one, []string{Address(first), Address(bobs)}, Address(bobs)))
		collect(t, s)
		kept(t, s, first, second, bobs) // the other project also shows it
		must.NoError(t, claim(t, s, ada.ID, two, []string{Address(first), Address(second)}, Address(second)))
		collect(t, s)
		kept(t, s, second, bobs)
		at(s, unusedFor)
		collect(t, s)
		kept(t, s, second)

		err := claim(t, s, ada.ID, one, nil, Address(second), Address(first))
		if gone, ok := errors.AsType[Gone](err); !ok || gone.Address != Address(first) {
			t.Errorf("claim of a removed upload: %v", err)
		}
		if n := s.db.Client().UploadUse.Query().Where(uploaduse.TargetID(one)).CountX(t.Context()); n != 0 {
			t.Errorf("%d uploads were claimed by a refused change", n)
		}
		// the project showed it before
		must.NoError(t, claim(t, s, ada.ID, one, []string{Address(first)}, Address(first)))
		must.NoError(t, claim(t, s, uuid.Nil, one, nil, Address(first)))
		must.NoError(t, claim(t, s, uuid.Nil, one, []string{Address(first)}))

		must.NoError(t, s.KeepDrawn(t.Context(), Card(two), Stamp{}, []byte("card")))
		must.NoError(t, s.db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return errors.Join(s.RemoveCard(ctx, tx, two), s.Release(ctx, tx, Use{"project", two}))
		}))
		at(s, unusedFor+straggle)
		collect(t, s)
		kept(t, s)
		ordered(t, s, 0)
	})
}

// An avatar that a project also shows stays when the project no longer shows it.
func TestAvatarShownByAProjectStays(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada := newUser(t, s.db, "ada")
		project := newProject(t, s.db, ada)
		avatar, err := s.AddAvatar(t.Context(), ada.ID, bytes.NewReader(asPNG(t, quarters(400, 200))), setAvatar(s.db))
		must.NoError(t, err)
		must.NoError(t, claim(t, s, ada.ID, project, nil, Address(avatar.Upload)))
		must.NoError(t, claim(t, s, ada.ID, project, []string{Address(avatar.Upload)}))
		at(s, unusedFor)
		collect(t, s)
		kept(t, s, avatar.Upload)
	})
}

// If an upload is removed while a project that shows it is saved, either saving fails or the upload stays.
func TestClaimDuringCollection(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada := newUser(t, s.db, "ada")
		var won, lost int
		for range 20 {
			at(s, 0)
			project, u := newProject(t, s.db, ada), add(t, s, ada)
			at(s, unusedFor)
			var both sync.WaitGroup
			var err error
			both.Go(func() { err = claim(t, s, ada.ID, project, nil, Address(u)) })
			both.Go(func() {
				if err := NewCollector(s).handle(t.Context(), Folder(u.ID)); err != nil {
					t.Error(err)
				}
			})
			both.Wait()
			gone, isGone := errors.AsType[Gone](err)
			switch {
			case err == nil:
				won++
				kept(t, s, u)
				must.NoError(t, s.db.Write(t.Context(),
					func(ctx context.Context, tx *ent.Client) error {
						return s.Release(ctx, tx,
							Use{"project", project})
					}))
				collect(t, s)
			case isGone && gone.Address == Address(u):
				lost++
			default:
				t.Fatal(err)
			}
			kept(t, s)
		}
		t.Logf("%d saved, %d refused", won, lost)
	})
}

// Two projects stop showing the same upload at the same time.
func TestConcurrentReleases(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada := newUser(t, s.db, "ada")
		for range 10 {
			u, projects := add(t, s, ada), []uuid.UUID{newProject(t, s.db, ada), newProject(t, s.db, ada)}
			for _, project := range projects {
				must.NoError(t, claim(t, s, ada.ID, project, nil, Address(u)))
			}
			must.Concurrently(t, 2, func(i int) error { return claim(t, s, ada.ID, projects[i], []string{Address(u)}) })
			collect(t, s)
			kept(t, s)
			ordered(t, s, 0)
		}
	})
}

func TestConcurrentAvatarsLeaveOne(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada := newUser(t, s.db, "ada")
		img := asPNG(t, quarters(200, 200))
		must.Concurrently(t, 6, func(int) error {
			_, err := s.AddAvatar(t.Context(), ada.ID, bytes.NewReader(img), setAvatar(s.db))
			return err
		})
		collect(t, s)
		left := s.db.Client().Upload.Query().AllX(t.Context())
		kept(t, s, left...)
		ordered(t, s, 0)
		if avatar := s.db.Client().User.GetX(t.Context(), ada.ID).Avatar; len(left) != 1 || Address(left[0]) != avatar {
			t.Errorf("%d uploads are left, avatar %s", len(left), avatar)
		}
	})
}

// failingBucket is a store whose calls fail when a test wants it.
type failingBucket struct {
	bucket.Bucket
	put, delete func() error
}

func (b *failingBucket) Put(ctx context.Context, name, contentType string, r io.Reader, size int64) (int64, error) {
	// A canceled write may still arrive; here it always does, before anything is removed.
	n, err := b.Bucket.Put(context.WithoutCancel(ctx), name, contentType, r, size)
	return n, errors.Join(err, b.put(), ctx.Err())
}

func (b *failingBucket) Delete(ctx context.Context, name string) error {
	if err := b.delete(); err != nil {
		return err
	}
	return b.Bucket.Delete(ctx, name)
}

func TestFailedUploadsLeaveNothing(t *testing.T) {
	fine := func() error { return nil }
	broken := func() error { return errors.New("store failed") }
	img, clip := asPNG(t, quarters(400, 100)), video(100_000)
	for name, end := range map[string]func(t *testing.T, s *Service, b *failingBucket, ada *ent.User){
		"StoreFailsAfterWriting": func(t *testing.T, s *Service, b *failingBucket, ada *ent.User) {
			b.put = broken
			for _, data := range [][]byte{img, clip} {
				_, err := s.Add(t.Context(), ada.ID, bytes.NewReader(data))
				if f := fault.Of(err); f == nil || f.Kind != fault.KindUnavailable || f.Code != "UPLOADS_UNAVAILABLE" {
					t.Errorf("error %v, want UPLOADS_UNAVAILABLE", err)
				}
			}
		},
		// A killed process leaves the state after any one step.
		"KilledBeforeTheFirstFile": func(t *testing.T, s *Service, b *failingBucket, ada *ent.User) {
			must.NoError(t, s.orderRemoval(t.Context(), ada.ID, uuid.New(), 1000, clock().Add(unusedFor)))
		},
		"KilledBetweenFilesAndRow": func(t *testing.T, s *Service, b *failingBucket, ada *ent.User) {
			id := uuid.New()
			must.NoError(t, s.orderRemoval(t.Context(), ada.ID, id, 1000, clock().Add(unusedFor)))
			if _, err := s.bucket.Put(t.Context(), Folder(id)+"video.mp4", "video/mp4", bytes.NewReader(clip),
				-1); err != nil {
				t.Fatal(err)
			}
		},
		"StoreFailsWhileRemoving": func(t *testing.T, s *Service, b *failingBucket, ada *ent.User) {
			u := add(t, s, ada)
			at(s, unusedFor)
			b.delete = broken
			collect(t, s)
			if left := files(t, s.bucket); len(left) != len(keys(u)) {
				t.Errorf("files %q", left)
			}
			if n := s.db.Client().Upload.Query().CountX(t.Context()); n != 0 {
				t.Error("the upload can still be claimed")
			}
		},
		"RowCannotBeWritten": func(t *testing.T, s *Service, _ *failingBucket, _ *ent.User) {
			for _, data := range [][]byte{img, clip} {
				if _, err := s.Add(t.Context(), uuid.New(), bytes.NewReader(data)); err == nil || fault.Of(err) != nil {
					t.Errorf("error %v, want one of the database", err)
				}
			}
		},
		"CallerCanceledWhileStoring": func(t *testing.T, s *Service, b *failingBucket, ada *ent.User) {
			ctx, leave := context.WithCancel(t.Context())
			b.put = func() error { leave(); return nil }
			for _, data := range [][]byte{img, clip} {
				if _, err := s.Add(ctx, ada.ID, bytes.NewReader(data)); err == nil {
					t.Error("no error")
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *Service) {
				b := &failingBucket{Bucket: s.bucket, put: fine, delete: fine}
				s.bucket = b
				end(t, s, b, newUser(t, s.db, "ada"))
				b.put, b.delete = fine, fine
				at(s, unusedFor+retryAfter)
				collect(t, s)
				kept(t, s)
				ordered(t, s, 0)
			})
		})
	}
}

func TestUnusedUploadsAreBounded(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada, bob := newUser(t, s.db, "ada"), newUser(t, s.db, "bob")
		project := newProject(t, s.db, ada)
		refused := func(size int) {
			t.Helper()
			_, err := s.Add(t.Context(), ada.ID, bytes.NewReader(video(size)))
			if f := fault.Of(err); f == nil || f.Kind != fault.KindPrecondition || f.Code != "TOO_MANY_UNUSED_UPLOADS" {
				t.Errorf("%v, want TOO_MANY_UNUSED_UPLOADS", err)
			}
		}
		order := func(bytes int64) {
			t.Helper()
			must.NoError(t, s.orderRemoval(t.Context(), ada.ID, uuid.New(), bytes, clock().Add(unusedFor)))
		}
		order(maxUnusedBytes - MaxVideoBytes + 1)
		refused(1000) // a video may become larger than the rest
		u := add(t, s, ada)
		for range maxUnused - 2 {
			order(0)
		}
		refused(1000)
		if _, err := s.Add(t.Context(), ada.ID, bytes.NewReader(asPNG(t, quarters(8, 8)))); fault.Of(err) == nil {
			t.Error("an image above the limit is accepted")
		}
		add(t, s, bob) // bob has no unused uploads yet
		must.NoError(t, claim(t, s, ada.ID, project, nil, Address(u)))
		add(t, s, ada)
		at(s, unusedFor)
		collect(t, s)
		if _, err := s.Add(t.Context(), ada.ID, bytes.NewReader(video(1000))); err != nil {
			t.Errorf("a day later: %v", err)
		}
	})
}

func TestErase(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		ada, bob := newUser(t, s.db, "ada"), newUser(t, s.db, "bob")
		project := newProject(t, s.db, bob)
		shown, bobs := add(t, s, ada), add(t, s, bob)
		for range eraseBatch + 1 {
			add(t, s, ada)
		}
		must.NoError(t, claim(t, s, ada.ID, project, nil, Address(shown)))
		for _, want := range []bool{true, true, false} {
			if more, err := s.removeUploads(t.Context(), ada.ID); err != nil || more != want {
				t.Errorf("more is %t, %v, want %t", more, err, want)
			}
		}
		must.NoError(t, s.handOver(t.Context(), ada.ID, projects))
		collect(t, s)
		kept(t, s, shown, bobs)
		ordered(t, s, 1)
		if owner := s.db.Client().Upload.GetX(t.Context(), shown.ID).UserID; owner != bob.ID {
			t.Errorf("the upload in bob's project belongs to %s", owner)
		}
	})
}
