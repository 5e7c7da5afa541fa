package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"uvboard/backend/media"
	"uvboard/backend/platform/bulk"
)

// format is the version of the form of an archive.
const format = 1

// Limits of an entry. A part is as large as its last row allows.
const (
	maxObjectBytes = 4 << 20
	maxPartBytes   = 64 << 20
	maxFileBytes   = media.MaxVideoBytes
)

// window is the distance in which repetitions are found. A larger one takes more memory and saves little.
const window = 1 << 20

// Manifest is the first entry of an archive.
type Manifest struct {
	Format    int          `json:"format"`
	Version   string       `json:"version"` // of the program
	CreatedAt time.Time    `json:"createdAt"`
	Database  string       `json:"database"` // sqlite3 or postgres
	Schema    []string     `json:"schema"`   // the migrations that were applied
	Tables    []bulk.Table `json:"tables"`
}

// Summary is the last entry of an archive.
type Summary struct {
	Rows      map[string]int `json:"rows"`
	Files     int            `json:"files"`
	FileBytes int64          `json:"fileBytes"`
	Missing   int            `json:"missing"` // files
	SHA256    string         `json:"sha256"`  // of the names, sizes and contents of all entries before
}

// AllRows returns the number of rows in all tables.
func (s Summary) AllRows() int {
	n := 0
	for _, rows := range s.Rows {
		n += rows
	}
	return n
}

type writer struct {
	zip  *zstd.Encoder
	tar  *tar.Writer
	hash hash.Hash
	at   time.Time
	sum  Summary
}

func newWriter(to io.Writer) (*writer, error) {
	zip, err := zstd.NewWriter(to, zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	return &writer{zip: zip, tar: tar.NewWriter(zip), hash: sha256.New(), at: time.Now(),
		sum: Summary{Rows: map[string]int{}}}, nil
}

func (w *writer) entry(name string, size int64, content io.Reader) error {
	err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.at.Truncate(time.Second),
		Typeflag: tar.TypeReg})
	if err != nil {
		return err
	}
	begin(w.hash, name, size)
	_, err = io.CopyN(io.MultiWriter(w.tar, w.hash), content, size)
	return err
}

func begin(h hash.Hash, name string, size int64) { fmt.Fprintf(h, "%s\x00%d\x00", name, size) }

func (w *writer) object(name string, value any) error {
	data, err := encode(value)
	if err != nil {
		return err
	}
	return w.entry(name, int64(len(data)), strings.NewReader(string(data)))
}

// part writes the collected rows, if there are any, and empties p.
func (w *writer) part(p *part) error {
	if p.rows == 0 {
		return nil
	}
	if p.Len() > maxPartBytes {
		return fmt.Errorf("a row is larger than %d bytes", maxPartBytes-partBytes)
	}
	err := w.entry(partName(p.table.Name, p.number), int64(p.Len()), &p.Buffer)
	w.sum.Rows[p.table.Name] += p.rows
	p.Reset()
	p.rows, p.number = 0, p.number+1
	return err
}

func partName(table string, number int) string {
	return fmt.Sprintf("tables/%s/%06d.json", table, number)
}

func (w *writer) file(name string, size int64, content io.Reader) error {
	w.sum.Files++
	w.sum.FileBytes += size
	return w.entry("uploads/"+name, size, content)
}

func (w *writer) end() error {
	w.sum.SHA256 = hex.EncodeToString(w.hash.Sum(nil))
	if err := w.object("end.json", w.sum); err != nil {
		return err
	}
	return errors.Join(w.tar.Close(), w.zip.Close())
}

func (w *writer) close() { _ = w.zip.Close() } // ends its goroutines

// visitor takes the contents of an archive. Its errors end the reading.
type visitor struct {
	tables func(m *Manifest) ([]bulk.Table, error) // returns the tables that the schema has
	rows   func(t bulk.Table, rows [][]any) error
	file   func(name string, size int64, content io.Reader) error
}

// read reads a whole archive. The visitor should undo everything if read returns an error: a damaged archive is often
// found at its end.
func read(ctx context.Context, from io.Reader, v visitor) (Summary, error) {
	zip, err := zstd.NewReader(from, zstd.WithDecoderMaxWindow(8*window), zstd.WithDecoderLowmem(true))
	if err != nil {
		return Summary{}, err
	}
	defer zip.Close()
	r := &reader{tar: tar.NewReader(zip), hash: sha256.New(), sum: Summary{Rows: map[string]int{}}, visitor: v}
	for step := r.manifest; step != nil; {
		if err := ctx.Err(); err != nil {
			return Summary{}, err
		}
		header, err := r.tar.Next()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return Summary{}, r.damaged(err)
		}
		r.last = fmt.Sprintf("%q", header.Name)
		if header.Typeflag != tar.TypeReg {
			return Summary{}, fmt.Errorf("the archive has an entry %s that is not a file", r.last)
		}
		if step, err = step(header); err != nil {
			return Summary{}, err
		}
	}
	// The compressed data has a checksum behind the last entry.
	if _, err := r.tar.Next(); !errors.Is(err, io.EOF) {
		return Summary{}, errors.Join(errors.New("the archive goes on after its end"), err)
	}
	if _, err := io.Copy(io.Discard, zip); err != nil {
		return Summary{}, fmt.Errorf("the archive is damaged: %w", err)
	}
	return r.sum, nil
}

type reader struct {
	visitor visitor
	tar     *tar.Reader
	hash    hash.Hash
	sum     Summary
	last    string // name of the current entry, quoted
	tables  []bulk.Table
	number  int    // of the last part of tables[0]
	file    string // name of the last file
}

// step reads an entry and returns the step for the next one; nil after the last.
type step func(header *tar.Header) (step, error)

// content reads a whole entry.
func (r *reader) content(header *tar.Header, most int64) ([]byte, error) {
	if header.Size > most {
		return nil, fmt.Errorf("%s is larger than %d bytes", r.last, most)
	}
	begin(r.hash, header.Name, header.Size)
	data := make([]byte, header.Size)
	if _, err := io.ReadFull(r.tar, data); err != nil {
		return nil, r.damaged(err)
	}
	r.hash.Write(data)
	return data, nil
}

// damaged describes an error of the compressed data or of the tar.
func (r *reader) damaged(err error) error {
	switch incomplete := errors.Is(err, io.ErrUnexpectedEOF); {
	case incomplete && r.last == "":
		return errors.New("the archive is incomplete: it has no whole entry")
	case incomplete:
		return fmt.Errorf("the archive is incomplete: it ends in or after %s", r.last)
	case r.last == "":
		return fmt.Errorf("the file is not a backup, or damaged: %w", err)
	}
	return fmt.Errorf("the archive is damaged in or after %s: %w", r.last, err)
}

// source describes the errors of reading a file of the archive, to distinguish them from a visitor's own.
type source struct{ r *reader }

func (s source) Read(p []byte) (int, error) {
	n, err := s.r.tar.Read(p)
	s.r.hash.Write(p[:n])
	if err != nil && !errors.Is(err, io.EOF) {
		err = s.r.damaged(err)
	}
	return n, err
}

func (r *reader) object(header *tar.Header, value any) error {
	data, err := r.content(header, maxObjectBytes)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("the archive is damaged: %s: %w", r.last, err)
	}
	return nil
}

func (r *reader) manifest(header *tar.Header) (step, error) {
	if header.Name != "manifest.json" {
		return nil, fmt.Errorf("the file is not a backup: it begins with %s", r.last)
	}
	var m Manifest
	if err := r.object(header, &m); err != nil {
		return nil, err
	}
	if m.Format != format {
		return nil, fmt.Errorf("the archive has the format %d, of version %q; this program reads format %d: use that version", m.Format, m.Version, format)
	}
	tables, err := r.visitor.tables(&m)
	if err != nil {
		return nil, err
	}
	if r.tables, err = match(m, tables); err != nil {
		return nil, err
	}
	return r.part, nil
}

// match compares the tables of an archive with those of its schema.
func match(m Manifest, schema []bulk.Table) ([]bulk.Table, error) {
	schema = slices.DeleteFunc(slices.Clone(schema), func(t bulk.Table) bool { return leftOut[t.Name] != "" })
	for i, t := range schema {
		if i >= len(m.Tables) || m.Tables[i].Name != t.Name {
			return nil, fmt.Errorf("the archive has no table %s in its place, or has one that is unknown", t.Name)
		}
		if !slices.Equal(m.Tables[i].Columns, t.Columns) {
			return nil, fmt.Errorf("the archive has other columns of %s than its schema", t.Name)
		}
	}
	if len(m.Tables) > len(schema) {
		return nil, fmt.Errorf("the archive has an unknown table %q", m.Tables[len(schema)].Name)
	}
	return schema, nil
}

// part reads rows: the next part of the same table, or the first one of a later table.
func (r *reader) part(header *tar.Header) (step, error) {
	if !strings.HasPrefix(header.Name, "tables/") {
		return r.upload(header)
	}
	for len(r.tables) > 0 && header.Name != partName(r.tables[0].Name, r.number+1) {
		r.tables, r.number = r.tables[1:], 0
	}
	if len(r.tables) == 0 {
		return nil, fmt.Errorf("the archive has an entry %s that is unknown or out of order", r.last)
	}
	r.number++
	data, err := r.content(header, maxPartBytes)
	if err != nil {
		return nil, err
	}
	t := r.tables[0]
	all, err := rows(t, data)
	if err != nil { // before the end of the compressed data, whose checksum would tell
		return nil, fmt.Errorf("the archive is damaged: %s: %w", r.last, err)
	}
	r.sum.Rows[t.Name] += len(all)
	if err := r.visitor.rows(t, all); err != nil {
		return nil, fmt.Errorf("%s: %w", r.last, err)
	}
	return r.part, nil
}

// upload reads a file. Names must ascend, so that none occurs twice.
func (r *reader) upload(header *tar.Header) (step, error) {
	name, isUpload := strings.CutPrefix(header.Name, "uploads/")
	if !isUpload {
		return r.end(header)
	}
	if media.ContentType(name) == "" || path.Clean(name) != name || name <= r.file {
		return nil, fmt.Errorf("the archive has an entry %s that is not a file of an upload, or is out of order",
			r.last)
	}
	if header.Size > maxFileBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", r.last, maxFileBytes)
	}
	r.file = name
	r.sum.Files++
	r.sum.FileBytes += header.Size
	begin(r.hash, header.Name, header.Size)
	if err := r.visitor.file(name, header.Size, source{r}); err != nil {
		return nil, err
	}
	return r.upload, nil
}

func (r *reader) end(header *tar.Header) (step, error) {
	if header.Name != "end.json" {
		return nil, fmt.Errorf("the archive has an unknown entry %s", r.last)
	}
	r.sum.SHA256 = hex.EncodeToString(r.hash.Sum(nil))
	var want Summary
	if err := r.object(header, &want); err != nil {
		return nil, err
	}
	r.sum.Missing = want.Missing
	switch {
	case want.SHA256 != r.sum.SHA256:
		return nil, errors.New("the archive is damaged: its checksum differs")
	case want.Files != r.sum.Files || want.FileBytes != r.sum.FileBytes:
		return nil, fmt.Errorf("the archive is damaged: it has %d files, not %d", r.sum.Files, want.Files)
	case !maps.Equal(want.Rows, r.sum.Rows):
		return nil, fmt.Errorf("the archive is damaged: it has %d rows, not %d", r.sum.AllRows(), want.AllRows())
	}
	return nil, nil
}
