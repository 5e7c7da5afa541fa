// Package archive writes the zip of a user's data export. Files are written one after the other while the zip is sent,
// so its size costs no memory.
package archive

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
)

// Writer writes a zip.
type Writer struct {
	At  time.Time // when the export began, in UTC
	zip *zip.Writer
}

// New writes a zip to w.
func New(w io.Writer, at time.Time) *Writer { return &Writer{At: at.UTC(), zip: zip.NewWriter(w)} }

// Close ends the zip. Without it the zip is incomplete.
func (w *Writer) Close() error { return w.zip.Close() }

// File begins a file, which ends where the next one begins. Method is zip.Deflate, or zip.Store for content that is
// compressed already.
func (w *Writer) File(name string, method uint16) (io.Writer, error) {
	return w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.At})
}

// Object writes a file with one value in indented JSON.
func (w *Writer) Object(name string, value any) error {
	file, err := w.File(name, zip.Deflate)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// List writes a file with a JSON array, one item on a line. Fill calls add for each item.
func (w *Writer) List(name string, fill func(add func(item any) error) error) error {
	file, err := w.File(name, zip.Deflate)
	if err != nil {
		return err
	}
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	before := "[\n"
	err = fill(func(item any) error {
		line.Reset()
		line.WriteString(before)
		before = ",\n"
		if err := encoder.Encode(item); err != nil {
			return err
		}
		_, err := file.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	end := "\n]\n"
	if before == "[\n" { // no item
		end = "[]\n"
	}
	_, err = io.WriteString(file, end)
	return err
}

// PageSize is how many rows Rows reads at once.
const PageSize = 100

// Rows reads rows in the order of their ids, PageSize at a time, and calls take for each, which returns the row's id.
func Rows[T any](read func(after uuid.UUID) ([]T, error), take func(T) (uuid.UUID, error)) error {
	for after := uuid.Nil; ; {
		rows, err := read(after)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if after, err = take(row); err != nil {
				return err
			}
		}
		if len(rows) < PageSize {
			return nil
		}
	}
}

// ListRows writes a file with a JSON array of rows, which it reads as Rows does.
func ListRows[T any](w *Writer, name string, read func(after uuid.UUID) ([]T, error),
	item func(T) (uuid.UUID, any)) error {
	return w.List(name, func(add func(any) error) error {
		return Rows(read, func(row T) (uuid.UUID, error) {
			id, value := item(row)
			return id, add(value)
		})
	})
}

// ListAll writes a file like List with an item for each of the rows.
func ListAll[T any](w *Writer, name string, rows []T, item func(T) any) error {
	return w.List(name, func(add func(any) error) error {
		for _, row := range rows {
			if err := add(item(row)); err != nil {
				return err
			}
		}
		return nil
	})
}

// UTC returns a time that may be missing in UTC.
func UTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return new(t.UTC())
}
