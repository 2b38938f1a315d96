package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// What is known of one name, as its file says it.
type subjectState struct {
	// Directory of the authority that the certificate is of.
	CA         string     `json:"ca,omitempty"`
	Issuer     string     `json:"issuer,omitempty"`
	NotBefore  *time.Time `json:"notBefore,omitempty"`
	NotAfter   *time.Time `json:"notAfter,omitempty"`
	RenewAt    *time.Time `json:"renewAt,omitempty"`
	TryingFrom *time.Time `json:"tryingFrom,omitempty"`
	NextTryAt  *time.Time `json:"nextTryAt,omitempty"`
	Failures   int        `json:"failures,omitempty"`
	LastError  *trouble   `json:"lastError,omitempty"`
	Steps      []step     `json:"steps,omitempty"`
	UnwantedAt *time.Time `json:"unwantedAt,omitempty"`
	// When the authority is asked next at what time it wants it renewed.
	AskAt *time.Time `json:"askAt,omitempty"`
}

// Of the last try.
type step struct {
	Name   string    `json:"name"`
	At     time.Time `json:"at"`
	Detail string    `json:"detail,omitempty"`
}

type subject struct {
	name  string
	files store
	pair  atomic.Pointer[tls.Certificate]

	mu         sync.Mutex
	state      subjectState
	wasBlocked bool
	isAsking   bool
}

type subjectList struct {
	files store
	mu    sync.Mutex
	known map[string]*subject
}

var hostnamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,252}$`)

func (s store) keeperFile(name, extension string) string {
	return filepath.Join(s.root, keeperFolder, name+extension)
}

// What its files say, once; after that it is in memory.
func (l *subjectList) of(name string) *subject {
	l.mu.Lock()
	defer l.mu.Unlock()
	if found := l.known[name]; found != nil {
		return found
	}
	one := &subject{name: name, files: l.files}
	l.known[name] = one
	if !hostnamePattern.MatchString(name) {
		return one
	}
	if content, err := os.ReadFile(l.files.keeperFile(name, ".json")); err == nil {
		json.Unmarshal(content, &one.state)
	}
	// Of a process that ended in the middle.
	one.state.TryingFrom = nil
	if content, err := os.ReadFile(l.files.keeperFile(name, ".pem")); err == nil {
		if pair, err := readPair(content, name); err == nil {
			one.pair.Store(pair)
			wished := one.state.wishOf(pair.Leaf)
			one.describe(pair.Leaf)
			if wished != nil && wished.Before(*one.state.RenewAt) {
				one.state.RenewAt = wished
			}
		}
	}
	return one
}

// The time of renewal that was settled for this very certificate before the process was started again.
func (s *subjectState) wishOf(leaf *x509.Certificate) *time.Time {
	if s.NotAfter == nil || !s.NotAfter.Equal(leaf.NotAfter) {
		return nil
	}
	return s.RenewAt
}

func (s *subject) describe(leaf *x509.Certificate) {
	renewAt := renewalOf(leaf, s.name)
	s.state.Issuer = issuerOf(leaf)
	s.state.NotBefore, s.state.NotAfter, s.state.RenewAt = &leaf.NotBefore, &leaf.NotAfter, &renewAt
}

func issuerOf(leaf *x509.Certificate) string {
	return strings.TrimSpace(strings.Join(append(append([]string{}, leaf.Issuer.Organization...), leaf.Issuer.CommonName), " "))
}

// After about two thirds of its time, however long that is; names that began together do not come back together.
func renewalOf(leaf *x509.Certificate, name string) time.Time {
	lifetime := leaf.NotAfter.Sub(leaf.NotBefore)
	sum := fnv.New32a()
	sum.Write([]byte(name))
	spread := time.Duration(float64(lifetime) / 20 * float64(sum.Sum32()) / float64(1<<32))
	return leaf.NotBefore.Add(lifetime*2/3 - spread)
}

// While DNS is wrong an authority would only count one failure more. A certificate that is about to end is tried even so: the
// table may be old, or wrong.
func (s *subject) isDue(now time.Time, mayIssue bool, directory string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !mayIssue {
		s.wasBlocked = true
	} else if s.wasBlocked {
		s.wasBlocked = false
		if s.state.LastError == nil || s.state.LastError.Code != codeRateLimited {
			s.state.NextTryAt = nil
		}
	}
	if s.state.TryingFrom != nil || s.state.NextTryAt != nil && now.Before(*s.state.NextTryAt) {
		return false
	}
	if s.pair.Load() == nil || s.state.CA != directory {
		return mayIssue
	}
	if now.Before(*s.state.RenewAt) {
		return false
	}
	return mayIssue || s.state.NotAfter.Sub(now) < s.lifetime()/10
}

// Somebody says that what was wrong has been put right. Nobody can say so of a limit, nor more often than once a minute.
func (s *subject) heed(askedAt int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.state.LastError
	if s.state.NextTryAt == nil || last == nil || last.Code == codeRateLimited || askedAt <= last.At.UnixMilli() {
		return
	}
	if soonest := last.At.Add(time.Minute); soonest.Before(*s.state.NextTryAt) {
		s.state.NextTryAt = &soonest
	}
}

func (s *subject) lifetime() time.Duration {
	if s.state.NotAfter == nil {
		return 0
	}
	return s.state.NotAfter.Sub(*s.state.NotBefore)
}

func (s *subject) begin(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.TryingFrom != nil || !hostnamePattern.MatchString(s.name) {
		return false
	}
	s.state.TryingFrom, s.state.UnwantedAt = &now, nil
	s.state.Steps = []step{{Name: "order", At: now.UTC()}}
	s.save()
	return true
}

func (s *subject) note(name, detail string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.TryingFrom == nil || len(s.state.Steps) >= maxStepsShown {
		return
	}
	s.state.Steps = append(s.state.Steps, step{name, time.Now().UTC(), detail})
	s.save()
}

func (s *subject) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.TryingFrom = nil
	s.save()
}

// Kept before it is used: what clients have seen is also there after a restart.
func (s *subject) finish(pair *tls.Certificate, content []byte, directory string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := writeFile(s.files.keeperFile(s.name, ".pem"), content); err != nil {
		return err
	}
	s.pair.Store(pair)
	s.describe(pair.Leaf)
	s.state.CA, s.state.TryingFrom, s.state.NextTryAt, s.state.LastError, s.state.Failures = directory, nil, nil, nil, 0
	s.state.AskAt = nil
	s.state.Steps = append(s.state.Steps, step{Name: "installed", At: time.Now().UTC()})
	s.save()
	return nil
}

func (s *subject) fail(found *trouble, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Failures++
	wait := waitAfter(found, s.state.Failures, s.lifetime())
	next := now.Add(wait + time.Duration(rand.Int64N(int64(wait/10)+1)))
	if found.retryAt.After(next) {
		next = found.retryAt
	}
	found.At = now.UTC()
	s.state.TryingFrom, s.state.NextTryAt, s.state.LastError = nil, &next, found
	s.save()
}

// A file that cannot be written is written with the next change; what matters here is in memory.
func (s *subject) save() { writeJSON(s.files.keeperFile(s.name, ".json"), s.state) }

// Names that nobody wants any more are forgotten here; their certificates stay for a while, since a name that comes back should
// not cost another one.
func (l *subjectList) drop(known *table, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, one := range l.known {
		if wanted := known.routes[name]; wanted != nil && wanted.ACME {
			continue
		}
		one.mu.Lock()
		isFree := one.state.TryingFrom == nil
		if isFree {
			one.state.UnwantedAt, one.state.Steps, one.state.LastError = &now, nil, nil
			one.save()
			delete(l.known, name)
		}
		one.mu.Unlock()
	}
}

func (l *subjectList) sweep(known *table, now time.Time) {
	entries, _ := os.ReadDir(filepath.Join(l.files.root, keeperFolder))
	for _, entry := range entries {
		name, isState := strings.CutSuffix(entry.Name(), ".json")
		wanted := known.routes[name]
		if !isState || wanted != nil && wanted.ACME {
			continue
		}
		var found subjectState
		content, err := os.ReadFile(l.files.keeperFile(name, ".json"))
		if err != nil || json.Unmarshal(content, &found) != nil {
			continue
		}
		isOver := found.NotAfter == nil || now.After(*found.NotAfter)
		if found.UnwantedAt == nil {
			found.UnwantedAt = &now
			writeJSON(l.files.keeperFile(name, ".json"), found)
		} else if isOver || now.Sub(*found.UnwantedAt) > keepUnwanted {
			removeFile(l.files.keeperFile(name, ".pem"))
			removeFile(l.files.keeperFile(name, ".json"))
		}
	}
}

// Until there is a certificate that browsers trust, nobody is sent to where they would only be warned.
func (r *route) hasTrusted(host string) bool {
	if !r.ACME || r.pair != nil {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return keeping.of(strings.TrimSuffix(strings.ToLower(host), ".")).pair.Load() != nil
}
