//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file until it is closed, which the end of the process does as well, or fails with errClaimed.
func lockFile(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errClaimed
	}
	return err
}
