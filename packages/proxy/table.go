package main

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

const maxHostnameLength = 253

// The target of one hostname: a service of an environment, or a fixed address on this server.
type route struct {
	Environment string       `json:"environment,omitempty"`
	Service     string       `json:"service,omitempty"`
	Dial        string       `json:"dial,omitempty"`
	ForceHTTPS  bool         `json:"forceHttps,omitempty"`
	TLS         bool         `json:"tls,omitempty"`
	Certificate *certificate `json:"certificate,omitempty"`
	// The hostname needs a certificate from an authority; MayIssue is set only while its DNS records are right.
	ACME     bool `json:"acme,omitempty"`
	MayIssue bool `json:"mayIssue,omitempty"`
	// Time of a user's request to retry, in Unix milliseconds.
	AskedAt int64 `json:"askedAt,omitempty"`
	options
	pair *tls.Certificate
}

type certificate struct {
	Chain string `json:"chain"`
	Key   string `json:"key"`
}

// Invalid entries are skipped one by one and reported, so that they don't affect other hostnames.
type table struct {
	routes   map[string]*route // by hostname, in lower case
	networks map[string][]netip.Prefix
	dropped  []droppedRoute
	// The JSON of each hostname, for comparison.
	raw map[string]json.RawMessage
}

type droppedRoute struct {
	Hostname string `json:"hostname"`
	Reason   string `json:"reason"`
}

type tableFile struct {
	Routes map[string]json.RawMessage `json:"routes"`
	// Trusted networks by name; routes name the one in front of them.
	Networks map[string][]netip.Prefix `json:"networks"`
}

func readTable(content []byte) (*table, error) { return readTableOver(content, &table{}) }

// Reuses the last result: only a few of many hostnames change at a time, and reading certificates is expensive. Not
// safe for concurrent use.
func tableReader() func([]byte) (*table, error) {
	before := &table{}
	return func(content []byte) (*table, error) {
		found, err := readTableOver(content, before)
		if err == nil {
			before = found
		}
		return found, err
	}
}

func readTableOver(content []byte, before *table) (*table, error) {
	found := &table{routes: map[string]*route{}}
	if len(content) == 0 {
		return found, nil
	}
	var file tableFile
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	if file.Routes == nil {
		// The format of earlier versions of this program: hostnames only.
		if err := json.Unmarshal(content, &file.Routes); err != nil {
			return nil, err
		}
	}
	found.networks, found.raw = file.Networks, file.Routes
	for hostname, raw := range file.Routes {
		if known := before.routes[hostname]; known != nil && bytes.Equal(before.raw[hostname], raw) {
			found.routes[hostname] = known
			continue
		}
		one, err := readRoute(hostname, raw)
		if err != nil {
			found.dropped = append(found.dropped, droppedRoute{hostname, err.Error()})
			continue
		}
		found.routes[hostname] = one
	}
	slices.SortFunc(found.dropped, func(one, other droppedRoute) int { return strings.Compare(one.Hostname, other.Hostname) })
	return found, nil
}

func readRoute(hostname string, raw []byte) (*route, error) {
	if !isHostname(hostname) {
		return nil, errors.New("this is not a hostname")
	}
	one := new(route)
	if err := json.Unmarshal(raw, one); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	if one.Dial != "" {
		if _, err := netip.ParseAddrPort(one.Dial); err != nil {
			return nil, err
		}
	} else if one.RedirectTo == "" {
		if err := checkName("an environment", one.Environment); err != nil {
			return nil, err
		}
		if err := checkName("a service", one.Service); err != nil {
			return nil, err
		}
	}
	if one.Certificate != nil {
		pair, err := tls.X509KeyPair([]byte(one.Certificate.Chain), []byte(one.Certificate.Key))
		if err != nil {
			return nil, fmt.Errorf("its certificate cannot be used: %w", err)
		}
		one.pair = &pair
	}
	if err := one.options.check(); err != nil {
		return nil, err
	}
	one.prepareRules(hostname)
	return one, nil
}

// Accepts letters, digits, hyphens, and dots, as the worker sends them; also single labels and IP addresses, for
// servers without names.
func isHostname(text string) bool {
	if text == "" || len(text) > maxHostnameLength {
		return false
	}
	for _, each := range []byte(text) {
		isPlain := each >= 'a' && each <= 'z' || each >= '0' && each <= '9' || each == '-' || each == '.' || each == ':'
		if !isPlain {
			return false
		}
	}
	return true
}

// A file that is read again only if it was replaced: each use costs one stat call.
type watched[Value any] struct {
	path string
	read func([]byte) (Value, error)
	// Whether a missing file was removed on purpose. A lost one is served from memory until it is back.
	isRemoved func() bool
	last      atomic.Pointer[seen[Value]]
	// Only one reader reads a large file; the others wait for it.
	reading sync.Mutex
}

type seen[Value any] struct {
	info  fileInfo
	value Value
}

// The properties of a file that change when it is replaced.
type fileInfo struct {
	device, inode uint64
	size          int64
	modified      time.Time
}

func (w *watched[Value]) get() (Value, error) {
	info, err := statFile(w.path)
	if err != nil {
		return w.missing(err)
	}
	if last := w.last.Load(); last != nil && isSame(last.info, info) {
		return last.value, nil
	}
	w.reading.Lock()
	defer w.reading.Unlock()
	if info, err = statFile(w.path); err != nil {
		return w.missing(err)
	}
	if last := w.last.Load(); last != nil && isSame(last.info, info) {
		return last.value, nil
	}
	content, err := os.ReadFile(w.path)
	if err != nil {
		return w.missing(err)
	}
	value, err := w.read(content)
	if err != nil {
		return w.missing(err)
	}
	// If the file was replaced between the two stat calls, the content can be newer than the info, so it isn't cached.
	if again, err := statFile(w.path); err == nil && isSame(info, again) {
		w.last.Store(&seen[Value]{info, value})
	}
	return value, nil
}

func (w *watched[Value]) missing(err error) (Value, error) {
	last := w.last.Load()
	if last == nil || errors.Is(err, fs.ErrNotExist) && w.isRemoved() {
		var none Value
		return none, err
	}
	return last.value, nil
}

// Like os.Stat, which allocates more: every request does this twice.
func statFile(path string) (fileInfo, error) {
	var found unix.Stat_t
	err := unix.Stat(path, &found)
	for err == unix.EINTR {
		err = unix.Stat(path, &found)
	}
	return fileInfo{uint64(found.Dev), found.Ino, found.Size, time.Unix(found.Mtim.Unix())}, err
}

// Files are only replaced as a whole; an inode number can be reused, the same nanosecond can't.
func isSame(one, other fileInfo) bool {
	return one.device == other.device && one.inode == other.inode && one.size == other.size &&
		one.modified.Equal(other.modified) && time.Since(other.modified) > 0
}
