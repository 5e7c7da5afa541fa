package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"

	"uvboard/backend/media"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/store"
)

// Several small files are stored at once: object storage and disks take time for each.
const (
	smallBytes = 1 << 20
	putsAtOnce = 8
)

// Archive is an archive that was read whole and found to be complete.
type Archive struct {
	file     *os.File
	manifest Manifest
	tables   []bulk.Table
}

// Open reads a whole archive and checks its checksum, numbers, names, and the type of every value.
func Open(ctx context.Context, path string, say func(format string, args ...any)) (*Archive, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	a := &Archive{file: file}
	if err := a.verify(ctx, say); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return a, nil
}

// Close closes the archive.
func (a *Archive) Close() error { return a.file.Close() }

func (a *Archive) verify(ctx context.Context, say func(format string, args ...any)) error {
	p := &progress{say: say}
	read, err := read(ctx, a.file, visitor{
		tables: func(m *Manifest) (_ []bulk.Table, err error) {
			a.manifest = *m
			a.tables, err = schema(ctx, m)
			return a.tables, err
		},
		rows: func(t bulk.Table, _ [][]any) error {
			p.tick("checking %s", t.Name)
			return nil
		},
		file: func(_ string, _ int64, content io.Reader) error {
			p.tick("checking files")
			_, err := io.Copy(io.Discard, content)
			return err
		},
	})
	if err != nil {
		return err
	}
	say("the archive of %s is complete: %d rows and %d files", a.manifest.CreatedAt.Format("2006-01-02 15:04 MST"),
		read.AllRows(), read.Files)
	return nil
}

// schema returns the tables of the schema that an archive names. It migrates a temporary database.
func schema(ctx context.Context, m *Manifest) (tables []bulk.Table, err error) {
	folder, err := os.MkdirTemp("", "uvboard-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	db, err := store.Open(ctx, "sqlite://"+filepath.ToSlash(filepath.Join(folder, "schema.db")))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.MigrateTo(ctx, m.Database, m.Schema); err != nil {
		return nil, fmt.Errorf("the archive was made by version %q: %w", m.Version, err)
	}
	return bulk.Tables(ctx, db)
}

// Restore fills an empty board. An archive with an older schema is restored with that schema, and then the schema is
// updated. If it fails, it leaves neither rows nor files, unless the process is killed: then it may leave files.
func (a *Archive) Restore(ctx context.Context, b Board, say func(format string, args ...any)) (sum Summary, err error) {
	if err := errors.Join(bulk.CheckEmpty(ctx, b.DB), b.checkNoFiles(ctx)); err != nil {
		return Summary{}, err
	}
	if err := b.DB.MigrateTo(ctx, a.manifest.Database, a.manifest.Schema); err != nil {
		return Summary{}, err
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return Summary{}, err
	}
	p, storing := &progress{say: say}, false
	err = bulk.Load(ctx, b.DB, func(l *bulk.Loader) (err error) {
		// Again, now that nobody else can restore into the same database.
		if err := errors.Join(l.CheckEmpty(ctx), b.checkNoFiles(ctx)); err != nil {
			return err
		}
		storing = true
		puts, putting := errgroup.WithContext(ctx)
		puts.SetLimit(putsAtOnce)
		rows, files := map[string]int{}, 0
		sum, err = read(ctx, a.file, visitor{
			tables: func(*Manifest) ([]bulk.Table, error) { return a.tables, nil },
			rows: func(t bulk.Table, values [][]any) error {
				rows[t.Name] += len(values)
				p.tick("%s: %d rows", t.Name, rows[t.Name])
				return l.Add(ctx, bulk.Rows{Table: t.Name, Columns: t.Names(), Values: values})
			},
			file: func(name string, size int64, content io.Reader) error {
				files++
				p.tick("%d files", files)
				put := func(content io.Reader) error {
					_, err := b.Bucket.Put(putting, name, media.ContentType(name), content, size)
					return err
				}
				if size > smallBytes {
					return put(content)
				}
				data := make([]byte, size)
				if _, err := io.ReadFull(content, data); err != nil {
					return err
				}
				puts.Go(func() error { return put(bytes.NewReader(data)) })
				return putting.Err()
			},
		})
		err = errors.Join(puts.Wait(), err)
		if err == nil {
			say("rows and files are restored; making indexes")
		}
		return err
	})
	if err != nil && storing {
		err = errors.Join(err, b.deleteFiles(context.WithoutCancel(ctx)))
	}
	if err != nil {
		return Summary{}, err
	}
	if err := b.DB.Migrate(ctx); err != nil {
		return Summary{}, fmt.Errorf("everything is restored, but its schema is older: %w", err)
	}
	return sum, nil
}

func (b Board) checkNoFiles(ctx context.Context) error {
	for entry, err := range b.Bucket.All(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("there are files of uploads already in %s, such as %s: delete them, or choose another place",
			b.Bucket.Place(), entry.Name)
	}
	return nil
}

// deleteFiles deletes all files, which restore has stored.
func (b Board) deleteFiles(ctx context.Context) error {
	last := ""
	for entry, err := range b.Bucket.All(ctx) {
		if err != nil {
			return err
		}
		folder, _, _ := strings.Cut(entry.Name, "/")
		if folder == last {
			continue
		}
		last = folder
		if err := b.Bucket.Delete(ctx, folder+"/"); err != nil {
			return err
		}
	}
	return nil
}
