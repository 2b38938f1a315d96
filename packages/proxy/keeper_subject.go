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

// The state of one name, as its file stores it.
type subjectState struct {
	// Directory of the authority that issued the certificate.
	CA         string     `json:"ca,omitempty"`
	Issuer     string     `json:"issuer,omitempty"`
	NotBefore  *time.Time `json:"notBefore,omitempty"`
	NotAfter   *time.Time `json:"notAfter,omitempty"`
	RenewAt    *time.Time `json:"renewAt,omitempty"`
	TryingFrom *time.Time `json:"tryingFrom,omitempty"`
	NextTryAt  *time.Time `json:"nextTryAt,omitempty"`
	Failures   int        `json:"failures,omitempty"`
	LastError  *acmeError `json:"lastError,omitempty"`
	Steps      []step     `json:"steps,omitempty"`
	UnwantedAt *time.Time `json:"unwantedAt,omitempty"`
	// Time of the next request for the authority's renewal info.
	AskAt *time.Time `json:"askAt,omitempty"`
}

// A step of the last attempt.
type step struct {
	Name   string    `json:"name"`
	At     time.Time `json:"at"`
	Detail string    `json:"detail,omitempty"`
}

type subject struct {
	name  string
	files store
	pair  atomic.Pointer[tls.Certificate]

	mu                    sync.Mutex
	state                 subjectState
	wasBlocked            bool
	isFetchingRenewalInfo bool
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

// Loads the files of a name once; after that, its state is in memory.
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
	// A previous process ended in the middle of an attempt.
	one.state.TryingFrom = nil
	if content, err := os.ReadFile(l.files.keeperFile(name, ".pem")); err == nil {
		if pair, err := readPair(content, name); err == nil {
			one.pair.Store(pair)
			stored := one.state.storedRenewal(pair.Leaf)
			one.describe(pair.Leaf)
			if stored != nil && stored.Before(*one.state.RenewAt) {
				one.state.RenewAt = stored
			}
		}
	}
	return one
}

// The stored renewal time of this certificate from before the process restarted.
func (s *subjectState) storedRenewal(leaf *x509.Certificate) *time.Time {
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

// After about two thirds of its lifetime, spread by name so that names that started together aren't renewed together.
func renewalOf(leaf *x509.Certificate, name string) time.Time {
	lifetime := leaf.NotAfter.Sub(leaf.NotBefore)
	sum := fnv.New32a()
	sum.Write([]byte(name))
	spread := time.Duration(float64(lifetime) / 20 * float64(sum.Sum32()) / float64(1<<32))
	return leaf.NotBefore.Add(lifetime*2/3 - spread)
}

// With wrong DNS records, an attempt would only count as another failure at the authority. A certificate that is about
// to expire is tried anyway: the table can be old or wrong.
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

// Handles a user's request to retry after a fix. It doesn't override a rate limit, and works at most once a minute.
func (s *subject) retrySoon(askedAt int64) {
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

// Stores the certificate before using it: clients must see the same one after a restart.
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

func (s *subject) fail(found *acmeError, now time.Time) {
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

// If the file can't be written, the next change writes it; the state in memory is what counts.
func (s *subject) save() { writeJSON(s.files.keeperFile(s.name, ".json"), s.state) }

// Forgets names that are no longer wanted. Their certificates stay for a while, because a name that returns shouldn't
// need a new one.
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

// Without a certificate that browsers trust, don't redirect to HTTPS, where users would only get a warning.
func (r *route) hasTrusted(host string) bool {
	if !r.ACME || r.pair != nil {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return keeping.of(strings.TrimSuffix(strings.ToLower(host), ".")).pair.Load() != nil
}
