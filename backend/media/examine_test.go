package media

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestExamine(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		s.now = time.Now // by which the store dates its files
		ada := newUser(t, s.db, "ada")
		project := newProject(t, s.db, ada)
		whole, damaged := add(t, s, ada), add(t, s, ada)
		write := func(name string) {
			t.Helper()
			if _, err := s.bucket.Put(t.Context(), name, "", strings.NewReader("x"), 1); err != nil {
				t.Fatal(err)
			}
		}
		examine := func(missing, stray []string, young int) {
			t.Helper()
			found, err := s.Examine(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var gone, strays []string
			for _, f := range found.Missing {
				gone = append(gone, f.Name)
				of := "ada"
				if strings.HasPrefix(f.Name, Folder(whole.ID)) {
					of = fmt.Sprintf(`project "T" (%s) of ada`, project)
				}
				if f.Of != of {
					t.Errorf("%s is of %s, want %s", f.Name, f.Of, of)
				}
			}
			for _, f := range found.Stray {
				strays = append(strays, f.Name)
			}
			slices.Sort(stray)
			if !slices.Equal(gone, missing) || !slices.Equal(strays, stray) || found.Young != young {
				t.Errorf("missing %q, stray %q, %d young, want %q, %q, %d", gone, strays, found.Young, missing, stray, young)
			}
		}
		if err := claim(t, s, ada.ID, project, nil, Address(whole)); err != nil {
			t.Fatal(err)
		}
		write(Card(project))
		examine(nil, nil, 0)
		begun := uuid.New()
		if err := s.orderRemoval(t.Context(), ada.ID, begun, 1, time.Now().Add(unusedFor)); err != nil {
			t.Fatal(err)
		}
		write(Folder(begun) + "w320.png") // an upload under way
		stray := []string{Folder(uuid.New()) + "video.mp4", Card(uuid.New()), Folder(whole.ID) + "w1200.png", "cards/x", "notes.txt"}
		for _, name := range stray {
			write(name)
		}
		if err := s.bucket.Delete(t.Context(), keys(damaged)[1]); err != nil {
			t.Fatal(err)
		}
		examine(keys(damaged)[1:2], nil, len(stray))
		s.now = func() time.Time { return time.Now().Add(unusedFor + time.Minute) }
		examine(keys(damaged)[1:2], stray, 0)
		if err := s.bucket.Delete(t.Context(), Folder(damaged.ID)); err != nil {
			t.Fatal(err)
		}
		examine(keys(damaged), stray, 0)
		for _, name := range keys(whole) {
			if err := s.bucket.Delete(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		examine(slices.Concat(keys(whole), keys(damaged)), stray, 0)
	})
}
