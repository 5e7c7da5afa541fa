package faults

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// disk is a file system in a file, which can be filled and slowed down without effect on others.
type disk struct {
	dir    string
	image  string
	device string // such as 7:0
}

// newDisk mounts an empty file system of the given size in a folder.
func newDisk(dir string, bytes int64) (*disk, error) {
	if os.Getuid() != 0 {
		return nil, errors.New("mounting needs root")
	}
	d := &disk{dir: dir, image: dir + ".img"}
	file, err := os.Create(d.image)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(file.Truncate(bytes), file.Close(), os.Mkdir(dir, 0o755)); err != nil {
		return nil, err
	}
	// Without blocks for root, who would see no full disk.
	for _, command := range [][]string{{"mkfs.ext4", "-q", "-m", "0", d.image}, {"mount", "-o", "loop", d.image, dir},
		{"chmod", "777", dir}} {
		if _, err := output(command[0], command[1:]...); err != nil {
			return nil, err
		}
	}
	var info syscall.Stat_t
	if err := syscall.Stat(dir, &info); err != nil {
		return nil, err
	}
	d.device = fmt.Sprintf("%d:%d", info.Dev>>8&0xfff, info.Dev&0xff|info.Dev>>12&0xfff00)
	return d, nil
}

// fill leaves no space on the disk, until free.
func (d *disk) fill() error {
	file, err := os.Create(d.filler())
	if err != nil {
		return err
	}
	defer file.Close()
	at := int64(0)
	for step := int64(64 << 20); step >= 4096; {
		switch err := syscall.Fallocate(int(file.Fd()), 0, at, step); err {
		case nil:
			at += step
		case syscall.ENOSPC:
			step /= 2
		default:
			return err
		}
	}
	return nil
}

func (d *disk) free() error { return os.Remove(d.filler()) }

func (d *disk) filler() string { return filepath.Join(d.dir, "filler") }

func (d *disk) close() error {
	_, err := output("umount", "-l", d.dir)
	return err
}

// group is a group of processes whose memory and writes can be limited, with version 1 of cgroups.
type group struct{ memory, blkio string }

func newGroup(name string) (*group, error) {
	g := &group{"/sys/fs/cgroup/memory/" + name, "/sys/fs/cgroup/blkio/" + name}
	for _, dir := range []string{g.memory, g.blkio} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// through is the beginning of a command that starts in the group.
func (g *group) through() []string {
	return []string{"sh", "-c", `echo $$ >"$0/cgroup.procs" && echo $$ >"$1/cgroup.procs" && shift && exec "$@"`,
		g.memory, g.blkio}
}

// limit sets the most memory in bytes; -1 is no limit. It fails with EBUSY if the group has more that cannot be
// reclaimed.
func (g *group) limit(bytes int64) error {
	return os.WriteFile(filepath.Join(g.memory, "memory.limit_in_bytes"), []byte(strconv.FormatInt(bytes, 10)), 0)
}

// throttle sets how often a second the group may write to a disk; 0 is no limit.
func (g *group) throttle(d *disk, writes int) error {
	return os.WriteFile(filepath.Join(g.blkio, "blkio.throttle.write_iops_device"),
		fmt.Appendf(nil, "%s %d", d.device, writes), 0)
}

// add moves a process and its children to the group, for the limit of its writes. Their later children are in it too.
func (g *group) add(pid int) error {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return err
	}
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ") // after the name: state, parent
		one := filepath.Base(filepath.Dir(file))
		if fields := strings.Fields(rest); one != strconv.Itoa(pid) &&
			(len(fields) < 2 || fields[1] != strconv.Itoa(pid)) {
			continue
		}
		if err := os.WriteFile(filepath.Join(g.blkio, "cgroup.procs"), []byte(one), 0); err != nil &&
			!errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}

func (g *group) close() error { return errors.Join(os.Remove(g.memory), os.Remove(g.blkio)) }

// unmountStale unmounts the disks of a run that was killed.
func unmountStale(dir string) {
	images, _ := filepath.Glob(filepath.Join(dir, "*.img"))
	for _, image := range images {
		_ = exec.Command("umount", "-l", strings.TrimSuffix(image, ".img")).Run() // it may not be mounted
	}
}
