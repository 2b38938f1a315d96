package main

import (
	"errors"
	"math"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// Requests that one client can send in a time. All of them can come at once; then they become available again one by
// one.
type rateLimit struct {
	Requests int64 `json:"requests"`
	Seconds  int64 `json:"seconds"`
}

const (
	maxLimitRequests = 100_000
	maxLimitSeconds  = 3600
	// Clients that are counted at the same time, of all hostnames together.
	maxCounted = 100_000
)

func (l *rateLimit) check() error {
	if l.Requests < 1 || l.Requests > maxLimitRequests || l.Seconds < 1 || l.Seconds > maxLimitSeconds {
		return errors.New("its rate limit cannot be used")
	}
	return nil
}

type countKey struct {
	scope  string
	limit  rateLimit
	client netip.Prefix
}

type bucket struct {
	requests float64
	at       time.Time
}

// Counts in memory, in two maps: when the newer one is full, it replaces the older one. So clients that keep sending
// stay counted, others are forgotten, and memory has a limit. A changed table doesn't reset the counts.
type counts struct {
	lock         sync.Mutex
	limit        int
	now          func() time.Time
	newer, older map[countKey]*bucket
}

var requestCounts = newCounts(maxCounted, time.Now)

func newCounts(limit int, now func() time.Time) *counts {
	return &counts{limit: limit, now: now, newer: map[countKey]*bucket{}, older: map[countKey]*bucket{}}
}

// Returns 0 if the request is allowed, else the time until the next one is.
func (c *counts) take(scope string, limit *rateLimit, client netip.Addr) time.Duration {
	key := countKey{scope, *limit, networkOf(client)}
	perSecond := float64(limit.Requests) / float64(limit.Seconds)
	c.lock.Lock()
	defer c.lock.Unlock()
	now := c.now()
	found := c.find(key)
	if found == nil {
		found = &bucket{requests: float64(limit.Requests), at: now}
		c.add(key, found)
	}
	found.requests = min(float64(limit.Requests), found.requests+max(0, now.Sub(found.at).Seconds())*perSecond)
	found.at = now
	if found.requests >= 1 {
		found.requests--
		return 0
	}
	return max(time.Nanosecond, time.Duration((1-found.requests)/perSecond*float64(time.Second)))
}

func (c *counts) find(key countKey) *bucket {
	if found := c.newer[key]; found != nil {
		return found
	}
	found := c.older[key]
	if found != nil {
		c.add(key, found)
	}
	return found
}

func (c *counts) add(key countKey, one *bucket) {
	if len(c.newer) >= c.limit/2 {
		c.older, c.newer = c.newer, map[countKey]*bucket{}
	}
	c.newer[key] = one
}

// A client has a whole /64 network of IPv6 addresses.
func networkOf(client netip.Addr) netip.Prefix {
	bits := 32
	if client.Is6() {
		bits = 64
	}
	found, _ := client.Prefix(bits)
	return found
}

func retryAfter(wait time.Duration) string {
	return strconv.FormatInt(int64(math.Ceil(wait.Seconds())), 10)
}
