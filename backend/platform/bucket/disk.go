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

// createTries limits how often a folder is created again. Without it, a broken symbolic link, which exists but cannot
// be opened, would be tried forever.
const createTries = 100

// disk is a folder. Files survive a loss of power: Put syncs the file and the folders that lead to it.
type disk struct{ root string }

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

// path returns the path of a file. It rejects a name outside the folder.
func (d *disk) path(name string) (string, error) {
	name = strings.TrimSuffix(name, "/")
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("%q is not a file name: %w", name, fs.ErrNotExist)
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
			// If this fails, the deletion of the folder removes the file.
			_, _ = file.Close(), os.Remove(file.Name())
			_ = os.Remove(folder) // fails unless it is empty
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
	return n, SyncFolder(folder)
}

// create creates a temporary file in a folder. It creates the folder again if another Put, which failed, removes the
// empty folder at the same time.
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

// makeFolder creates a folder if it is missing. It syncs the parent folder in either case, since another Put may have
// created the folder without having synced it yet.
func (d *disk) makeFolder(folder string) error {
	if folder == d.root {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(folder))
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync folders
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
	if err := SyncFolder(filepath.Dir(path)); !errors.Is(err, fs.ErrNotExist) {
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
				return nil // deleted meanwhile
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
