package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// The files of one environment:
//
//	up/<environment>/state.json         the newest fence, and which release had the traffic before
//	up/<environment>/releases/<id>.json where each service of a release listens
//	up/<environment>/current            link to one of them: that release has the traffic
//
// An environment that was removed keeps its fence for a while, so that a worker that comes late is still refused.
type store struct{ root string }

type state struct {
	Fence     int64   `json:"fence"`
	Previous  *string `json:"previous"`
	RemovedAt string  `json:"removedAt,omitempty"`
	// The traffic was removed on purpose.
	IsOff bool `json:"isOff,omitempty"`
}

// Maps a service to the addresses of its replicas, as host:port.
type release map[string][]string

const (
	lockWait         = 10 * time.Second
	forgetRemoved    = 30 * 24 * time.Hour
	maxInputBytes    = 16 << 20
	maxServices      = 200
	maxReplicas      = 100
	releaseExtension = ".json"
)

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,99}$`)

func checkName(what, name string) error {
	if !namePattern.MatchString(name) {
		return fail("proxy_failed", "%q is not a name for %s", name, what)
	}
	return nil
}

func (s store) folder(environment string) string { return filepath.Join(s.root, "up", environment) }
func (s store) currentLink(environment string) string {
	return filepath.Join(s.folder(environment), "current")
}
func (s store) releaseFile(environment, id string) string {
	return filepath.Join(s.folder(environment), "releases", id+releaseExtension)
}

// One writer at a time on this server; readers need no lock because every change is one rename.
func (s store) lock() (func(), error) {
	if err := os.MkdirAll(s.root, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(s.root, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(lockWait); ; time.Sleep(2 * time.Millisecond) {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) || time.Now().After(deadline) {
			file.Close()
			return nil, fail("proxy_failed", "the lock could not be had: %v", err)
		}
	}
}

// True if the traffic was removed on purpose. Otherwise the environment never had it, or its files were lost.
func (s store) isOff(environment string) bool {
	known, err := s.readState(environment)
	return err == nil && known.IsOff
}

func (s store) readState(environment string) (state, error) {
	var found state
	content, err := os.ReadFile(filepath.Join(s.folder(environment), "state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &found)
	}
	return found, err
}

func (s store) writeState(environment string, next state) error {
	return writeJSON(filepath.Join(s.folder(environment), "state.json"), next)
}

// Rejects an older fence and stores a newer one before anything else is changed.
func (s store) claim(environment string, fence int64) (state, error) {
	known, err := s.readState(environment)
	if err != nil {
		return known, err
	}
	if fence < known.Fence {
		return known, fail("stale_fence", "a newer deployment of this environment has fence %d, this one has %d", known.Fence, fence)
	}
	if fence == known.Fence && known.RemovedAt == "" {
		return known, nil
	}
	known.Fence, known.RemovedAt = fence, ""
	return known, s.writeState(environment, known)
}

func (s store) current(environment string) (string, error) {
	target, err := os.Readlink(s.currentLink(environment))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSuffix(filepath.Base(target), releaseExtension), err
}

func (s store) setCurrent(environment, id string) error {
	link := s.currentLink(environment)
	if id == "" {
		return removeFile(link)
	}
	aside := link + ".next"
	if err := removeFile(aside); err != nil {
		return err
	}
	if err := os.Symlink(filepath.Join("releases", id+releaseExtension), aside); err != nil {
		return err
	}
	if err := os.Rename(aside, link); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(link))
}

func (s store) releases(environment string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.folder(environment), "releases"))
	if errors.Is(err, fs.ErrNotExist) {
		return []string{}, nil
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		if name, isRelease := strings.CutSuffix(entry.Name(), releaseExtension); isRelease {
			names = append(names, name)
		}
	}
	return names, err
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Writes the complete file or nothing, even if the power fails.
func writeJSON(path string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return writeFile(path, content)
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	aside := path + ".next"
	file, err := os.OpenFile(aside, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(aside, path)
	}
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
