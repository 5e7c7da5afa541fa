package bucket

import (
	"errors"
	"io"
	"os"
)

// Spooled is a received file, to be read from its start.
type Spooled struct {
	*os.File
	Size  int64
	named bool // some systems cannot remove an open file
}

// Spool copies r into a temporary file, so that many slow senders of large files take no memory. An error of r is
// returned as it is. Close removes the file; if the process ends first, the system does.
func Spool(r io.Reader) (*Spooled, error) {
	file, err := os.CreateTemp("", "uvboard-*")
	if err != nil {
		return nil, err
	}
	s := &Spooled{File: file, named: os.Remove(file.Name()) != nil}
	if s.Size, err = io.Copy(file, r); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = s.Close() // the first error is the one to report
		return nil, err
	}
	return s, nil
}

// Close closes and removes the file.
func (s *Spooled) Close() error {
	err := s.File.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
