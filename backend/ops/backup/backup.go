// Package backup writes and restores archives of a whole board: every row of the database and every file of an upload.
//
// An archive is a tar compressed with zstd. It does not depend on the kind of the database or of the store of the
// uploads:
//
//	manifest.json             format, schema, and the tables with their columns
//	tables/<name>/000001.json rows in lines, each a JSON array of the columns; after about a megabyte
//	                          a further part follows
//	uploads/<name>            files, ordered by name
//	end.json                  the numbers of rows and files, and a checksum of everything before
package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"uvboard/backend/media"
	"uvboard/backend/platform/bucket"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/store"
)

// leftOut are the tables that an archive omits, with the reason.
var leftOut = map[string]string{
	"jobs":   "schedules and last runs of this board: servers make the rows again",
	"leases": "said which server runs a job at the moment; only old schemas have it",
}

// partBytes is the size after which the rows of a table continue in another part.
const partBytes = 1 << 20

// Board has the database and the files to back up or restore.
type Board struct {
	DB     *store.DB
	Bucket bucket.Bucket
}

// Write writes an archive of the board at one moment, while servers work on it. The file has mode 0600 and appears
// under its name when it is complete and durable. If a file of an upload is missing, say reports it; the archive then
// lacks it.
func Write(ctx context.Context, b Board, path, version string,
	say func(format string, args ...any)) (sum Summary, err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return Summary{}, errors.Join(fmt.Errorf("%s exists", path), err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.partial")
	if err != nil {
		return Summary{}, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(file.Name()))
		}
	}()
	if sum, err = b.write(ctx, file, version, say); err != nil {
		return sum, err
	}
	if err = file.Sync(); err != nil {
		return sum, err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return sum, err
	}
	return sum, errors.Join(file.Close(), bucket.SyncFolder(filepath.Dir(path)))
}

func (b Board) write(ctx context.Context, to io.Writer, version string,
	say func(format string, args ...any)) (Summary, error) {
	w, err := newWriter(to)
	if err != nil {
		return Summary{}, err
	}
	defer w.close() // again, which does nothing after the end
	// The files of the uploads in the snapshot. In memory they would take as much as all their rows.
	names, err := bucket.Spool(strings.NewReader(""))
	if err != nil {
		return Summary{}, err
	}
	defer names.Close()
	p := &progress{say: say}
	err = bulk.Read(ctx, b.DB, func(s *bulk.Snapshot) error {
		tables := slices.DeleteFunc(s.Tables, func(t bulk.Table) bool { return leftOut[t.Name] != "" })
		m := Manifest{Format: format, Version: version, CreatedAt: time.Now().UTC(), Database: b.DB.Dialect,
			Schema: s.Versions, Tables: tables}
		if err := w.object("manifest.json", m); err != nil {
			return err
		}
		list := bufio.NewWriter(names)
		for _, t := range tables {
			if err := writeTable(ctx, w, s, t, list, p); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
		}
		return list.Flush()
	})
	if err != nil {
		return Summary{}, err
	}
	// Copy the files after the snapshot has ended, so that it is not open for hours. A file of the snapshot can be
	// missing only if it was deleted since.
	if _, err := names.Seek(0, io.SeekStart); err != nil {
		return Summary{}, err
	}
	for lines := bufio.NewScanner(names); lines.Scan(); {
		if err := b.writeFile(ctx, w, lines.Text(), say); err != nil {
			return Summary{}, err
		}
		p.tick("%d files", w.sum.Files)
	}
	if w.sum.Files > 0 {
		say("%d files, %d bytes", w.sum.Files, w.sum.FileBytes)
	}
	return w.sum, w.end()
}

func writeTable(ctx context.Context, w *writer, s *bulk.Snapshot, t bulk.Table, names io.Writer, p *progress) error {
	part := newPart(t)
	path, width := slices.Index(t.Names(), "path"), slices.Index(t.Names(), "width")
	err := s.Rows(ctx, t, func(values []any) error {
		if t.Name == "uploads" {
			files := media.Files(values[path].(string), int(values[width].(int64)))
			slices.Sort(files)
			if _, err := fmt.Fprintln(names, strings.Join(files, "\n")); err != nil {
				return err
			}
		}
		if err := part.add(values); err != nil {
			return err
		}
		p.tick("%s: %d rows", t.Name, w.sum.Rows[t.Name]+part.rows)
		if part.Len() < partBytes {
			return nil
		}
		return w.part(part)
	})
	if err != nil {
		return err
	}
	if err := w.part(part); err != nil {
		return err
	}
	if n := w.sum.Rows[t.Name]; n > 0 {
		p.say("%s: %d rows", t.Name, n)
	}
	return nil
}

func (b Board) writeFile(ctx context.Context, w *writer, name string, say func(format string, args ...any)) error {
	file, err := b.Bucket.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		w.sum.Missing++
		say("missing: %s", name)
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := w.file(name, file.Size, file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return ctx.Err()
}

// progress reports long work from time to time.
type progress struct {
	say  func(format string, args ...any)
	next time.Time
}

const progressEvery = 5 * time.Second

func (p *progress) tick(format string, args ...any) {
	now := time.Now()
	if p.next.IsZero() {
		p.next = now.Add(progressEvery)
	}
	if now.After(p.next) {
		p.next = now.Add(progressEvery)
		p.say(format+" …", args...)
	}
}

// encode writes a value as indented JSON.
func encode(value any) ([]byte, error) {
	data, err := json.MarshalIndent(value, "", "  ")
	return append(data, '\n'), err
}
