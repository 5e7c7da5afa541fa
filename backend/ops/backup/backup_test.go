package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"uvboard/backend/media"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bucket/buckettest"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func quiet(string, ...any) {}

// newBoard returns a board with a user, an avatar and some mails. It has texts and times that a conversion easily
// damages.
func newBoard(t *testing.T, db *store.DB) Board {
	t.Helper()
	b := Board{db, buckettest.Open(t, buckettest.Disk(t))}
	at := time.Date(2026, 11, 22, 18, 0, 0, 123_000_000, time.UTC)
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		ada, err := tx.User.Create().SetCreatedAt(at).SetUpdatedAt(at).SetUsername("ada").SetUsernameKey("ada").
			SetEmail("ada@mail.example").SetEmailKey("ada@mail.example").
			SetPasswordHash("$argon2id$…").SetViberTag("@ada").SetBio("line\nnext \"quoted\" \\ <b> \u2028 \t 火").
			SetSkills([]string{"a,b", "ü"}).Save(ctx)
		if err != nil {
			return err
		}
		var picture bytes.Buffer
		must.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 700, 5))))
		u, err := media.NewService(db, b.Bucket, time.Now).StoreImage(ctx, store.NewID(at), ada.ID, picture.Bytes())
		if err != nil {
			return err
		}
		for i := range 700 { // more than one part
			err := tx.Mail.Create().SetRecipient("ada@mail.example").SetSubject(fmt.Sprint(i)).
				SetText(strings.Repeat("text ", 500)).SetHTML("").
				SetNextTryAt(at).SetCreatedAt(at.Add(time.Duration(i) * time.Microsecond)).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return errors.Join(
			tx.Upload.Create().SetID(u.ID).SetUserID(ada.ID).SetPath(u.Path).SetContentType(u.ContentType).
				SetWidth(u.Width).SetHeight(u.Height).
				SetBytes(u.Bytes).SetCreatedAt(at).Exec(ctx),
			tx.Counter.Create().SetID("users").SetValue(1<<60).Exec(ctx),
			tx.UploadUse.Create().SetKind("user").SetTargetID(ada.ID).SetUploadID(u.ID).Exec(ctx),
			tx.Board.Create().SetName("Ada's board").SetAccent("#0e8a6a").SetCreatedAt(at).SetUpdatedAt(at).Exec(ctx),
			tx.BoardPage.Create().SetID("privacy").SetContent("# Ours").SetUpdatedAt(at).Exec(ctx),
			search.Put(ctx, tx, search.Doc{Kind: "thing", RefID: ada.ID, OwnerID: ada.ID, Title: "Analytical Engine"}),
		)
	}))
	return b
}

// emptyBoard returns a place to restore to.
func emptyBoard(t *testing.T, db *store.DB) Board {
	return Board{db, buckettest.Open(t, buckettest.Disk(t))}
}

func write(t *testing.T, b Board) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "board.backup")
	_, err := Write(t.Context(), b, path, "1", quiet)
	must.NoError(t, err)
	return path
}

func restore(t *testing.T, b Board, path string) error {
	t.Helper()
	a, err := Open(t.Context(), path, quiet)
	must.NoError(t, err)
	defer a.Close()
	_, err = a.Restore(t.Context(), b, quiet)
	return err
}

// entry is a part of an archive.
type entry struct{ name, content string }

func entriesOf(t *testing.T, path string) (all []entry) {
	t.Helper()
	file, err := os.Open(path)
	must.NoError(t, err)
	defer file.Close()
	zip, err := zstd.NewReader(file)
	must.NoError(t, err)
	defer zip.Close()
	for archive := tar.NewReader(zip); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		must.NoError(t, err)
		content, err := io.ReadAll(archive)
		must.NoError(t, err)
		all = append(all, entry{header.Name, string(content)})
	}
}

// Every table is in the archive or left out for a reason.
func TestAllTablesAreInTheArchive(t *testing.T) {
	var both [][]bulk.Table
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		query := "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
		if db.IsSQLite() {
			query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_index%' AND name NOT LIKE 'sqlite_%'"
		}
		rows, err := db.Reader().QueryContext(t.Context(), query)
		must.NoError(t, err)
		defer rows.Close()
		var want []string
		for rows.Next() {
			var name string
			must.NoError(t, rows.Scan(&name))
			// The schema is in the manifest, and the words of documents are counted again after a restore.
			if name != "schema_versions" && leftOut[name] == "" &&
				!slices.Contains([]string{"search_words", "search_forms", "search_changes"}, name) {
				want = append(want, name)
			}
		}
		must.NoError(t, rows.Err())
		slices.Sort(want)
		var m Manifest
		must.NoError(t, json.Unmarshal([]byte(entriesOf(t, write(t, emptyBoard(t, db)))[0].content), &m))
		var got []string
		for _, table := range m.Tables {
			got = append(got, table.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		both = append(both, m.Tables)
	})
	if diff := cmp.Diff(both[0], both[1]); diff != "" {
		t.Errorf("the tables of PostgreSQL (+) differ from SQLite's (-):\n%s", diff)
	}
}

// A board that was restored into the other database has the same archive and works: new rows get new ids, and search
// finds items.
func TestRestore(t *testing.T) {
	open := map[string]func(*testing.T) *store.DB{
		"SQLite":     func(t *testing.T) *store.DB { return storetest.Open(t, storetest.SQLiteURL(t)) },
		"PostgreSQL": func(t *testing.T) *store.DB { return storetest.Open(t, storetest.PostgresURL(t)) },
		"SQLiteWithout": func(t *testing.T) *store.DB {
			return storetest.Open(t, "sqlite://"+filepath.Join(t.TempDir(), "new.db"))
		},
		"PostgreSQLWithout": func(t *testing.T) *store.DB { return storetest.Open(t, storetest.EmptyPostgresURL(t)) },
	}
	for _, way := range [][2]string{{"SQLite", "SQLiteWithout"}, {"SQLite", "PostgreSQL"}, {"PostgreSQL", "SQLite"},
		{"PostgreSQL", "PostgreSQLWithout"}} {
		t.Run(way[0]+"To"+way[1], func(t *testing.T) {
			from := newBoard(t, open[way[0]](t))
			path := write(t, from)
			to := emptyBoard(t, open[way[1]](t))
			must.NoError(t, restore(t, to, path))
			first, second := entriesOf(t, path), entriesOf(t, write(t, to))
			if diff := cmp.Diff(first[1:], second[1:], cmp.AllowUnexported(entry{}),
				cmp.FilterPath(func(p cmp.Path) bool {
					return p.Last().String() == ".content"
				}, cmp.Comparer(func(a, b string) bool {
					return a == b || strings.Contains(a, `"sha256"`) && strings.Contains(b, `"sha256"`)
				}))); diff != "" {
				t.Error(diff)
			}
			ada := to.DB.Client().User.Query().OnlyX(t.Context())
			if want := from.DB.Client().User.Query().OnlyX(t.Context()); ada.Bio != want.Bio ||
				!ada.CreatedAt.Equal(want.CreatedAt) {
				t.Errorf("%v, want %v", ada, want)
			}
			if b := to.DB.Client().Board.Query().OnlyX(t.Context()); b.Name != "Ada's board" || b.Accent != "#0e8a6a" {
				t.Errorf("settings %v", b)
			}
			if p := to.DB.Client().BoardPage.Query().OnlyX(t.Context()); p.ID != "privacy" || p.Content != "# Ours" {
				t.Errorf("page %v", p)
			}
			must.NoError(t, to.DB.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return tx.UploadUse.Create().SetKind("project").SetTargetID(uuid.New()).
					SetUploadID(tx.Upload.Query().OnlyIDX(ctx)).Exec(ctx)
			}))
			if ids, _, err := search.IDs(t.Context(), to.DB, search.Query{Kind: "thing", Text: "engine"}); err != nil ||
				len(ids) != 1 {
				t.Errorf("search finds %v, %v", ids, err)
			}
			if err := restore(t, to, path); err == nil || !strings.Contains(err.Error(), "the database is not empty") {
				t.Errorf("restored twice: %v", err)
			}
		})
	}
}

func TestRestoreNeedsNoFiles(t *testing.T) {
	path := write(t, newBoard(t, storetest.Open(t, storetest.SQLiteURL(t))))
	to := emptyBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	_, err := to.Bucket.Put(t.Context(), "somebody/elses.png", "image/png", strings.NewReader("x"), 1)
	must.NoError(t, err)
	if err := restore(t, to, path); err == nil || !strings.Contains(err.Error(), "somebody/elses.png") {
		t.Errorf("restored: %v", err)
	}
	expectPlace(t, to, "somebody/elses.png")
}

// expectPlace expects an empty database, and these files.
func expectPlace(t *testing.T, b Board, files ...string) {
	t.Helper()
	must.NoError(t, bulk.CheckEmpty(t.Context(), b.DB))
	var got []string
	for entry, err := range b.Bucket.All(t.Context()) {
		must.NoError(t, err)
		got = append(got, entry.Name)
	}
	if !slices.Equal(got, files) {
		t.Errorf("files %v, want %v", got, files)
	}
}

// full is a bucket that fails after some files.
type full struct {
	bucket.Bucket
	left int
}

func (f *full) Put(ctx context.Context, name, contentType string, r io.Reader, size int64) (int64, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left")
	}
	return f.Bucket.Put(ctx, name, contentType, r, size)
}

// A restore that fails leaves nothing, so that the next one can succeed.
func TestFailedRestoreLeavesNothing(t *testing.T) {
	path := write(t, newBoard(t, storetest.Open(t, storetest.SQLiteURL(t))))
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		to := emptyBoard(t, db)
		failing := Board{db, &full{Bucket: to.Bucket, left: 2}}
		if err := restore(t, failing, path); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("restored: %v", err)
		}
		expectPlace(t, to)
		a, err := Open(t.Context(), path, quiet)
		must.NoError(t, err)
		defer a.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if _, err := a.Restore(ctx, to, func(format string, args ...any) {
			if strings.Contains(format, "making indexes") {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		expectPlace(t, to)
		must.NoError(t, restore(t, to, path))
	})
}

// While a backup is written, no file has its name, and the partial file is refused.
func TestWrite(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	path := filepath.Join(t.TempDir(), "board.backup")
	ctx, cancel := context.WithCancel(t.Context())
	said := 0
	_, err := Write(ctx, b, path, "1", func(string, ...any) {
		if said++; said > 3 {
			cancel()
		}
		partial, err := filepath.Glob(path + "*")
		must.NoError(t, err)
		if len(partial) != 1 || partial[0] == path {
			t.Fatalf("files %v", partial)
		}
		if _, err := Open(t.Context(), partial[0], quiet); err == nil {
			t.Error("a partial file is accepted")
		}
	})
	if left, _ := filepath.Glob(path + "*"); !errors.Is(err, context.Canceled) || len(left) > 0 {
		t.Errorf("error %v, left %v", err, left)
	}
	_, err = Write(t.Context(), b, path, "1", quiet)
	must.NoError(t, err)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := Write(t.Context(), b, path, "1", quiet); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("overwritten: %v", err)
	}
}

// The files of the snapshot are backed up; one that is missing is reported, and one that came later is not included.
func TestFilesOfTheSnapshot(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	u := b.DB.Client().Upload.Query().OnlyX(t.Context())
	folder, _, _ := strings.Cut(u.Path, "/")
	must.NoError(t, b.Bucket.Delete(t.Context(), folder+"/w96.png"))
	_, err := b.Bucket.Put(t.Context(), "cards/"+folder, "", strings.NewReader("drawn again at any time"), -1)
	must.NoError(t, err)
	path := filepath.Join(t.TempDir(), "board.backup")
	var said strings.Builder
	sum, err := Write(t.Context(), b, path,
		"1", func(format string, args ...any) { fmt.Fprintf(&said, format+"\n", args...) })
	must.NoError(t, err)
	if sum.Missing != 1 || !strings.Contains(said.String(), "missing: "+folder+"/w96.png") {
		t.Errorf("%d missing\n%s", sum.Missing, said.String())
	}
	var got []string
	for _, e := range entriesOf(t, path) {
		if strings.HasPrefix(e.name, "uploads/") {
			got = append(got, e.name)
		}
	}
	if diff := cmp.Diff([]string{"uploads/" + u.Path, "uploads/" + folder + "/w320.png", "uploads/" + folder +
		"/w640.png"}, got); diff != "" {
		t.Error(diff)
	}
}

// A file that is cut anywhere is refused, and so is a changed bit, unless it is one of those that zstd does not use.
func TestDamagedArchives(t *testing.T) {
	path := write(t, newBoard(t, storetest.Open(t, storetest.SQLiteURL(t))))
	good, err := os.ReadFile(path)
	must.NoError(t, err)
	readAll := func(data []byte) (Summary, error) {
		return read(t.Context(), bytes.NewReader(data), visitor{
			tables: func(m *Manifest) ([]bulk.Table, error) { return m.Tables, nil },
			rows:   func(bulk.Table, [][]any) error { return nil },
			file: func(_ string, _ int64, content io.Reader) error {
				_, err := io.Copy(io.Discard, content)
				return err
			},
		})
	}
	whole, err := readAll(good)
	must.NoError(t, err)
	refused := 0
	for i := range 41 {
		at := (len(good) - 1) * i / 40
		if _, err := readAll(good[:at]); err == nil {
			t.Errorf("cut at %d: accepted", at)
		}
		damaged := bytes.Clone(good)
		damaged[at] ^= 0x20
		sum, err := readAll(damaged)
		if err != nil {
			refused++
		} else if diff := cmp.Diff(whole, sum); diff != "" {
			t.Errorf("changed at %d: accepted with another content\n%s", at, diff)
		}
	}
	if refused < 38 { // about one bit in 700 is not used
		t.Errorf("%d of 41 changes are refused", refused)
	}
}

// pack makes an archive of entries.
func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := newWriter(&packed)
	must.NoError(t, err)
	for _, e := range entries {
		must.NoError(t, w.entry(e.name, int64(len(e.content)), strings.NewReader(e.content)))
	}
	must.NoError(t, errors.Join(w.tar.Close(), w.zip.Close()))
	return packed.Bytes()
}

// sealed appends an end with the right checksum and numbers.
func sealed(t testing.TB, entries []entry) []entry {
	t.Helper()
	w, err := newWriter(io.Discard)
	must.NoError(t, err)
	for _, e := range entries {
		must.NoError(t, w.entry(e.name, int64(len(e.content)), strings.NewReader(e.content)))
		switch {
		case strings.HasPrefix(e.name, "tables/"):
			w.sum.Rows[strings.Split(e.name, "/")[1]] += strings.Count(e.content, "\n")
		case strings.HasPrefix(e.name, "uploads/"):
			w.sum.Files++
			w.sum.FileBytes += int64(len(e.content))
		}
	}
	w.sum.SHA256 = fmt.Sprintf("%x", w.hash.Sum(nil))
	end, err := encode(w.sum)
	must.NoError(t, err)
	return append(slices.Clone(entries), entry{"end.json", string(end)})
}

func TestHostileArchives(t *testing.T) {
	good := entriesOf(t, write(t, newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))))
	good = good[:len(good)-1]
	at := func(prefix string) int {
		return slices.IndexFunc(good, func(e entry) bool { return strings.HasPrefix(e.name, prefix) })
	}
	counters, users, upload := at("tables/counters/"), at("tables/users/"), at("uploads/")
	changed := func(i int, old, new string) []entry {
		entries := slices.Clone(good)
		if !strings.Contains(entries[i].content, old) {
			t.Fatalf("%q is not in %s", old, entries[i].content)
		}
		entries[i].content = strings.Replace(entries[i].content, old, new, 1)
		return entries
	}
	renamed := func(i int, name string) []entry {
		entries := slices.Clone(good)
		entries[i].name = name
		return entries
	}
	var m Manifest
	must.NoError(t, json.Unmarshal([]byte(good[0].content), &m))
	tables, err := schema(t.Context(), &m)
	must.NoError(t, err)
	refuse := func(t *testing.T, want string, entries ...entry) {
		t.Helper()
		_, err := read(t.Context(), bytes.NewReader(pack(t, entries...)), visitor{
			tables: func(said *Manifest) ([]bulk.Table, error) {
				if said.Database != m.Database || !slices.Equal(said.Schema, m.Schema) {
					return schema(t.Context(), said)
				}
				return tables, nil
			},
			rows: func(bulk.Table, [][]any) error { return nil },
			file: func(_ string, _ int64, content io.Reader) error {
				_, err := io.Copy(io.Discard, content)
				return err
			},
		})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for name, tc := range map[string]struct {
		entries []entry
		want    string
	}{
		"Unchanged":     {good, ""},
		"NoManifest":    {good[1:], "the file is not a backup"},
		"LaterFormat":   {changed(0, `"format": 1`, `"format": 2`), "reads format 1"},
		"LaterSchema":   {changed(0, `"0001_init"`, `"9999_later"`), "use a newer binary"},
		"OtherDatabase": {changed(0, `"sqlite3"`, `"../sqlite"`), "no migrations"},
		"UnknownTable": {changed(0, "\"name\": \"votes\",\n      \"columns\"",
			"\"name\": \"wishes\",\n      \"columns\""), "votes"},
		"UnknownColumn": {changed(0, `"name": "viber_tag"`, `"name": "nickname"`), "other columns of users"},
		"RowsOfUnknownTable": {slices.Insert(slices.Clone(good), users, entry{"tables/wishes/000001.json", "[]\n"}),
			"unknown or out of order"},
		"RowsOfSchema": {slices.Insert(slices.Clone(good), users, entry{"tables/schema_versions/000001.json",
			"[]\n"}), "unknown or out of order"},
		"PartTwice":           {slices.Insert(slices.Clone(good), counters, good[counters]), "out of order"},
		"PartMissing":         {renamed(counters, "tables/counters/000002.json"), "out of order"},
		"TextForNumber":       {changed(counters, "1152921504606846976", `"many"`), "value"},
		"FractionForNumber":   {changed(counters, "1152921504606846976", `1.5`), "value"},
		"HugeNumber":          {changed(counters, "1152921504606846976", `1e99`), "value"},
		"NumberForText":       {changed(users, `"@ada"`, `7`), "viber_tag"},
		"NothingForText":      {changed(users, `"@ada"`, `null`), "viber_tag: a value is missing"},
		"NumberForBool":       {changed(users, `false`, `0`), "hides_agents"},
		"NoTime":              {changed(users, `"2026-11-22T18:00:00.123Z"`, `"yesterday"`), "created_at"},
		"NoUTF8":              {changed(users, `"@ada"`, "\"\xff\""), "UTF-8"},
		"NUL":                 {changed(users, `"@ada"`, `"a\u0000"`), "viber_tag: a text has a NUL"},
		"NULInJSON":           {changed(users, `["a,b","ü"]`, `["\\\u0000"]`), "a text has a NUL"},
		"EscapedBackslash":    {changed(users, `["a,b","ü"]`, `["\\u0000"]`), ""},
		"TooFewValues":        {changed(users, `"@ada",`, ""), "values for"},
		"NoRow":               {changed(users, "\n", "\n{}\n"), "tables/users"},
		"Traversal":           {renamed(upload, "uploads/../../etc/passwd"), "not a file of an upload"},
		"TraversalInFolder":   {renamed(upload, good[upload].name[:44]+"/../w96.png"), "not a file of an upload"},
		"AbsolutePath":        {renamed(upload, "/etc/passwd"), "unknown entry"},
		"UploadTwice":         {slices.Insert(slices.Clone(good), upload, good[upload]), "out of order"},
		"UploadOfAnotherType": {renamed(upload, good[upload].name[:44]+"/w96.html"), "not a file of an upload"},
		"HugeObject":          {[]entry{{"manifest.json", strings.Repeat(" ", maxObjectBytes+1)}}, "larger than"},
		"HugePart": {append(slices.Clone(good[:counters]),
			entry{good[counters].name, strings.Repeat("\n", maxPartBytes+1)}), "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			refuse(t, tc.want, sealed(t, tc.entries)...)
		})
	}
	t.Run("GoesOn", func(t *testing.T) { refuse(t, "goes on", append(sealed(t, good), entry{"more", ""})...) })
	t.Run("Link", func(t *testing.T) {
		var packed bytes.Buffer
		w, err := newWriter(&packed)
		must.NoError(t, err)
		must.NoError(t, errors.Join(w.tar.WriteHeader(&tar.Header{Name: "manifest.json", Typeflag: tar.TypeSymlink,
			Linkname: "/etc/passwd"}), w.tar.Close(), w.zip.Close()))
		if _, err := read(t.Context(), &packed, visitor{}); err == nil || !strings.Contains(err.Error(), "not a file") {
			t.Error(err)
		}
	})
	t.Run("OwnRows", func(t *testing.T) { // an archive of the right form whose rows contradict each other
		entries := slices.Clone(good)
		entries[counters].content = strings.Repeat(entries[counters].content, 2)
		path := filepath.Join(t.TempDir(), "hostile")
		must.NoError(t, os.WriteFile(path, pack(t, sealed(t, entries)...), 0o600))
		storetest.Each(t, func(t *testing.T, db *store.DB) {
			to := emptyBoard(t, db)
			if err := restore(t, to, path); err == nil || !strings.Contains(err.Error(), "counters") {
				t.Error(err)
			}
			expectPlace(t, to)
		})
	})
}

// Reading an archive never panics, whatever it contains, and an accepted archive can be written again.
func FuzzRead(f *testing.F) {
	table := bulk.Table{Name: "things", Columns: []bulk.Column{
		{Name: "at", Type: bulk.Time, Nullable: true}, {Name: "data", Type: bulk.JSON}, {Name: "done", Type: bulk.Bool},
		{Name: "id", Type: bulk.UUID},
		{Name: "n", Type: bulk.Int}, {Name: "raw", Type: bulk.Bytes}, {Name: "share", Type: bulk.Float},
		{Name: "title", Type: bulk.Text},
	}}
	manifest, err := encode(Manifest{Format: format, Database: "sqlite3", Tables: []bulk.Table{table}})
	must.NoError(f, err)
	row := `[null,{"a":[1]},true,"0190a3e0-0000-7000-8000-000000000000",-5,"AAE=",1e-7,"a \"title\" é"]` + "\n"
	for _, rows := range []string{row, row + row, strings.Replace(row, "null", `"2026-11-22T18:00:00.123456789Z"`, 1),
		"[]\n", "null\n", "\n", `[1,"`} {
		for _, name := range []string{"0190a3e0-0000-7000-8000-000000000000/w96.png", "../x"} {
			f.Add(manifest, "tables/things/000001.json", rows, name)
		}
	}
	f.Fuzz(func(t *testing.T, manifest []byte, name, part, upload string) {
		for _, n := range []string{name, "uploads/" + upload} {
			if tar.NewWriter(io.Discard).WriteHeader(&tar.Header{Name: n, Typeflag: tar.TypeReg}) != nil {
				return // no name of a file in a tar
			}
		}
		packed := pack(t, sealed(t, []entry{{"manifest.json", string(manifest)}, {name, part},
			{"uploads/" + upload, "content"}})...)
		_, err := read(t.Context(), bytes.NewReader(packed), visitor{
			tables: func(*Manifest) ([]bulk.Table, error) { return []bulk.Table{table}, nil },
			rows: func(got bulk.Table, rows [][]any) error {
				again := newPart(got)
				for _, values := range rows {
					for i, v := range values {
						if raw, ok := v.(json.RawMessage); ok {
							values[i] = []byte(raw)
						}
					}
					if err := again.add(values); err != nil {
						t.Errorf("%v cannot be written again: %v", values, err)
					}
				}
				return nil
			},
			file: func(name string, size int64, content io.Reader) error {
				_, err := io.Copy(io.Discard, content)
				return err
			},
		})
		if err != nil && err.Error() == "" {
			t.Error("an error without a sentence")
		}
	})
}
