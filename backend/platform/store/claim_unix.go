//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file until it is closed or the process ends. If another process has locked it, it returns errLocked.
func lockFile(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
