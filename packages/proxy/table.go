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
)

const maxHostnameLength = 253

// Where one hostname leads: a service of an environment, or a fixed address on this server.
type route struct {
	Environment string       `json:"environment,omitempty"`
	Service     string       `json:"service,omitempty"`
	Dial        string       `json:"dial,omitempty"`
	ForceHTTPS  bool         `json:"forceHttps,omitempty"`
	TLS         bool         `json:"tls,omitempty"`
	Certificate *certificate `json:"certificate,omitempty"`
	// Wants a certificate of an authority; it may be asked for only while DNS is right.
	ACME     bool `json:"acme,omitempty"`
	MayIssue bool `json:"mayIssue,omitempty"`
	// Unix milliseconds: what failed before is tried again.
	AskedAt int64 `json:"askedAt,omitempty"`
	options
	pair *tls.Certificate
}

type certificate struct {
	Chain string `json:"chain"`
	Key   string `json:"key"`
}

// Entries that cannot be used are left out one by one and told, so that no other hostname suffers for them.
type table struct {
	routes   map[string]*route // by hostname, in lower case
	networks map[string][]netip.Prefix
	dropped  []droppedRoute
	// Of each hostname, what was read.
	raw map[string]json.RawMessage
}

type droppedRoute struct {
	Hostname string `json:"hostname"`
	Reason   string `json:"reason"`
}

type tableFile struct {
	Routes map[string]json.RawMessage `json:"routes"`
	// Networks whose word about the client is believed, by name; routes say which one stands before them.
	Networks map[string][]netip.Prefix `json:"networks"`
}

func readTable(content []byte) (*table, error) { return readTableOver(content, &table{}) }

// Remembers what it read last: of many hostnames few change at a time, and certificates are not cheap to read. One use at a time.
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
		// As earlier versions of this program wrote it: hostnames alone.
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
	return one, one.options.check()
}

// Letters, digits, hyphens and dots, as the worker sends them; also single labels and addresses, for servers without names.
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

// A file that is read again only when it is another one: one question to the file system for each use.
type watched[Value any] struct {
	path string
	read func([]byte) (Value, error)
	// Whether a file that is gone was taken away on purpose. What was lost is answered from memory until it is back.
	isRemoved func() bool
	last      atomic.Pointer[seen[Value]]
	// A large file is read by one, and the others wait for that one.
	reading sync.Mutex
}

type seen[Value any] struct {
	info  os.FileInfo
	value Value
}

func (w *watched[Value]) get() (Value, error) {
	info, err := os.Stat(w.path)
	if err != nil {
		return w.missing(err)
	}
	if last := w.last.Load(); last != nil && isSame(last.info, info) {
		return last.value, nil
	}
	w.reading.Lock()
	defer w.reading.Unlock()
	if info, err = os.Stat(w.path); err != nil {
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
	// Replaced between the two questions: what was read may be newer than what was asked about, so it is not kept.
	if again, err := os.Stat(w.path); err == nil && isSame(info, again) {
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

// Files are only ever replaced whole; a number of the file system may come back, the same nanosecond does not.
func isSame(one, other os.FileInfo) bool {
	return os.SameFile(one, other) && one.Size() == other.Size() && one.ModTime().Equal(other.ModTime()) &&
		time.Since(other.ModTime()) > 0
}
