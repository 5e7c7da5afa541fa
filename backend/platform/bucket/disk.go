package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// createTries bounds how often a folder is made anew: a link that leads nowhere both exists and does not.
const createTries = 100

// disk is a folder. What Put has kept survives a loss of power: the file and every folder on the way to it are synced.
type disk struct{ root string }

// openDisk makes the folder unless it is there.
func openDisk(folder string) (*disk, error) {
	root, err := filepath.Abs(folder)
	if err == nil {
		err = os.MkdirAll(root, 0o755)
	}
	if err != nil {
		return nil, err
	}
	return &disk{root}, nil
}

func (d *disk) Place() string { return d.root }

func (d *disk) Check(context.Context) error {
	file, err := os.CreateTemp(d.root, ".writable-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// path is where a name is kept. It refuses what would be outside.
func (d *disk) path(name string) (string, error) {
	name = strings.TrimSuffix(name, "/")
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("%q is no name of a file: %w", name, fs.ErrNotExist)
	}
	return filepath.Join(d.root, filepath.FromSlash(name)), nil
}

func (d *disk) Put(ctx context.Context, name, _ string, r io.Reader, _ int64) (n int64, err error) {
	path, err := d.path(name)
	if err != nil {
		return 0, err
	}
	folder := filepath.Dir(path)
	file, err := d.create(folder)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			// What cannot be removed goes with its folder.
			_, _ = file.Close(), os.Remove(file.Name())
			_ = os.Remove(folder) // unless there is something else in it
		}
	}()
	if n, err = io.Copy(file, readerUntil{ctx, r}); err != nil {
		return n, err
	}
	if err = errors.Join(file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return n, err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return n, err
	}
	return n, syncFolder(folder)
}

// create opens a new file in a folder of the bucket, and makes that anew when another Put, which failed there and found it
// empty, removes it: in the midst of making it even, which then says that it exists.
func (d *disk) create(folder string) (file *os.File, err error) {
	for range createTries {
		if err = d.makeFolder(folder); err == nil {
			file, err = os.CreateTemp(folder, ".part-*")
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return nil, err
}

// readerUntil ends with its context.
type readerUntil struct {
	ctx context.Context
	r   io.Reader
}

func (r readerUntil) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// makeFolder makes a folder of the bucket. Whoever finds it there may rely on it as much as who made it, so both sync.
func (d *disk) makeFolder(folder string) error {
	if folder == d.root {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(folder))
}

// syncFolder brings the names in a folder to the disk.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // which keeps names by itself, and has no folders to sync
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (d *disk) Open(_ context.Context, name string) (*File, error) {
	path, err := d.path(name)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &File{file, info.Size(), info.ModTime()}, nil
}

func (d *disk) Delete(_ context.Context, name string) error {
	path, err := d.path(name)
	if err != nil {
		return err
	}
	if strings.HasSuffix(name, "/") {
		err = os.RemoveAll(path)
	} else if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := syncFolder(filepath.Dir(path)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d *disk) All(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := filepath.WalkDir(d.root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil {
				err = ctx.Err()
			}
			if errors.Is(err, fs.ErrNotExist) && path != d.root {
				return nil // gone meanwhile
			}
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			name, err := filepath.Rel(d.root, path)
			if err == nil && !yield(Entry{filepath.ToSlash(name), info.Size(), info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield(Entry{}, err)
		}
	}
}
