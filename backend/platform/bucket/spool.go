package bucket

import (
	"errors"
	"io"
	"os"
)

// Spooled is what came from somebody who sends as slowly as they like, to be read again from its beginning.
type Spooled struct {
	*os.File
	Size  int64
	named bool // as long as it is open, which some systems insist on
}

// Spool keeps what r has, up to its end, in a temporary file. So any number of callers can be on the way with something
// large, and none of it lies in memory. An error of r is returned as it is. Close removes the file; should the process end
// before that, the system does.
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
		_ = s.Close() // nothing in it is wanted
		return nil, err
	}
	return s, nil
}

// Close lets go of the file.
func (s *Spooled) Close() error {
	err := s.File.Close()
	if s.named {
		err = errors.Join(err, os.Remove(s.Name()))
	}
	return err
}
