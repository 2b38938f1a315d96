package main

import (
	"context"
	"crypto/tls"
	"math/rand/v2"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3/acme"
)

// An authority that has to revoke certificates says so beforehand, by the time at which it wants them renewed (RFC 9773).
type wishes interface {
	GetRenewalInfo(context.Context, certmagic.Certificate) (acme.RenewalInfo, error)
}

const (
	askEvery    = 6 * time.Hour
	askTimeout  = 30 * time.Second
	shortestAsk = time.Hour
)

// Some of its lifetime passes before the first question, and not the same for all names.
func firstAsk(now time.Time, lifetime time.Duration) *time.Time {
	within := min(askEvery, lifetime/6)
	at := now.Add(within/2 + time.Duration(rand.Int64N(int64(within/2)+1)))
	return &at
}

func (s *subject) isAskDue(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pair.Load() == nil || s.state.TryingFrom != nil || s.isAsking {
		return false
	}
	if s.state.AskAt == nil {
		s.state.AskAt = firstAsk(now, s.lifetime())
	}
	if now.Before(*s.state.AskAt) {
		return false
	}
	s.isAsking = true
	return true
}

// Only ever earlier than by our own rule. An authority that says nothing, or cannot be reached, changes nothing.
func (s *subject) ask(ctx context.Context, authority wishes) {
	asked := s.pair.Load()
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	found, err := authority.GetRenewalInfo(ctx, certmagic.Certificate{Certificate: tls.Certificate{Leaf: asked.Leaf}})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isAsking = false
	again := time.Now().Add(askEvery)
	if err == nil && found.RetryAfter != nil {
		again = *found.RetryAfter
	}
	if soonest := time.Now().Add(shortestAsk); again.Before(soonest) {
		again = soonest
	}
	s.state.AskAt = &again
	// Another certificate has come meanwhile: the answer is not about it.
	if err == nil && s.pair.Load() == asked && found.SelectedTime.Before(*s.state.RenewAt) {
		s.state.RenewAt = &found.SelectedTime
	}
	s.save()
}
