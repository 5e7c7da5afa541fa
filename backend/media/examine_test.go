package media

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/must"
)

func TestExamine(t *testing.T) {
	each(t, func(t *testing.T, s *Service) {
		s.now = time.Now // files have the real time
		ada := newUser(t, s.db, "ada")
		project := newProject(t, s.db, ada)
		whole, damaged, cut := add(t, s, ada), add(t, s, ada), add(t, s, ada)
		write := func(name string) {
			t.Helper()
			if _, err := s.bucket.Put(t.Context(), name, "", strings.NewReader("x"), 1); err != nil {
				t.Fatal(err)
			}
		}
		examine := func(missing, stray []string, young int) {
			t.Helper()
			found, err := s.Examine(t.Context(), projects)
			must.NoError(t, err)
			var gone, strays []string
			for _, f := range found.Missing {
				gone = append(gone, f.Name)
				of := "ada"
				if strings.HasPrefix(f.Name, Folder(whole.ID)) {
					of = fmt.Sprintf("project %s of ada", project)
				}
				if f.Of != of {
					t.Errorf("%s is of %s, want %s", f.Name, f.Of, of)
				}
			}
			for _, f := range found.Stray {
				strays = append(strays, f.Name)
			}
			slices.Sort(stray)
			if len(found.Changed) > 0 {
				t.Errorf("changed %v", found.Changed)
			}
			if !slices.Equal(gone, missing) || !slices.Equal(strays, stray) || found.Young != young {
				t.Errorf("missing %q, stray %q, %d young, want %q, %q, %d", gone, strays, found.Young, missing, stray,
					young)
			}
		}
		must.NoError(t, claim(t, s, ada.ID, project, nil, Address(whole)))
		write(Card(project))
		examine(nil, nil, 0)

		original, err := bucket.ReadAll(t.Context(), s.bucket, keys(cut)[1])
		must.NoError(t, err)
		for _, c := range []struct{ content, name string }{
			{"", keys(cut)[1]}, {string(original[:len(original)/2]), Folder(cut.ID)},
			{string(original) + "x", Folder(cut.ID)},
		} {
			_, err := s.bucket.Put(t.Context(), keys(cut)[1], "", strings.NewReader(c.content), int64(len(c.content)))
			must.NoError(t, err)
			found, err := s.Examine(t.Context(), projects)
			must.NoError(t, err)
			want := []Changed{{c.name, "ada", cut.Bytes + int64(len(c.content)-len(original)), cut.Bytes}}
			if !slices.Equal(found.Changed, want) || len(found.Missing) > 0 {
				t.Errorf("of %d bytes %d are left: found %v and %v, want %v", len(original), len(c.content),
					found.Changed, found.Missing, want)
			}
		}
		_, err = s.bucket.Put(t.Context(), keys(cut)[1], "", bytes.NewReader(original), int64(len(original)))
		must.NoError(t, err)
		begun := uuid.New()
		must.NoError(t, s.orderRemoval(t.Context(), ada.ID, begun, 1, time.Now().Add(unusedFor)))
		write(Folder(begun) + "w320.png") // an upload under way
		stray := []string{Folder(uuid.New()) + "video.mp4", Card(uuid.New()), Folder(whole.ID) + "w1200.png", "cards/x",
			"notes.txt"}
		for _, name := range stray {
			write(name)
		}
		must.NoError(t, s.bucket.Delete(t.Context(), keys(damaged)[1]))
		examine(keys(damaged)[1:2], nil, len(stray))
		s.now = func() time.Time { return time.Now().Add(unusedFor + time.Minute) }
		examine(keys(damaged)[1:2], stray, 0)
		must.NoError(t, s.bucket.Delete(t.Context(), Folder(damaged.ID)))
		examine(keys(damaged), stray, 0)
		for _, name := range keys(whole) {
			must.NoError(t, s.bucket.Delete(t.Context(), name))
		}
		examine(slices.Concat(keys(whole), keys(damaged)), stray, 0)
	})
}

// A server does not start on a store that gives back other bytes than it was given, and names the setting.
func TestOpenForServer(t *testing.T) {
	_, err := OpenForServer(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	_, err = OpenForServer(t.Context(), buckettest.S3(t), "")
	must.NoError(t, err)
	address, _ := buckettest.Faulty(t, "")
	_, err = OpenForServer(t.Context(), address, "")
	if err == nil || !strings.HasPrefix(err.Error(), "UVBOARD_UPLOADS_URL (--uploads-url): bucket test at ") ||
		!strings.Contains(err.Error(), "aws-chunked") {
		t.Error(err)
	}
}
