package main

import (
	"context"
	"crypto/tls"
	"math/rand/v2"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3/acme"
)

// An authority that has to revoke certificates announces when they should be renewed (RFC 9773).
type renewalInfoSource interface {
	GetRenewalInfo(context.Context, certmagic.Certificate) (acme.RenewalInfo, error)
}

const (
	renewalInfoEvery        = 6 * time.Hour
	renewalInfoTimeout      = 30 * time.Second
	shortestRenewalInfoWait = time.Hour
)

// The first request comes after a part of the lifetime, at different times for different names.
func firstRenewalInfoAt(now time.Time, lifetime time.Duration) *time.Time {
	within := min(renewalInfoEvery, lifetime/6)
	at := now.Add(within/2 + time.Duration(rand.Int64N(int64(within/2)+1)))
	return &at
}

func (s *subject) isRenewalInfoDue(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pair.Load() == nil || s.state.TryingFrom != nil || s.isFetchingRenewalInfo {
		return false
	}
	if s.state.AskAt == nil {
		s.state.AskAt = firstRenewalInfoAt(now, s.lifetime())
	}
	if now.Before(*s.state.AskAt) {
		return false
	}
	s.isFetchingRenewalInfo = true
	return true
}

// Only moves the renewal earlier than our own rule. An unreachable or silent authority changes nothing.
func (s *subject) updateRenewalInfo(ctx context.Context, authority renewalInfoSource) {
	asked := s.pair.Load()
	ctx, cancel := context.WithTimeout(ctx, renewalInfoTimeout)
	defer cancel()
	found, err := authority.GetRenewalInfo(ctx, certmagic.Certificate{Certificate: tls.Certificate{Leaf: asked.Leaf}})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isFetchingRenewalInfo = false
	again := time.Now().Add(renewalInfoEvery)
	if err == nil && found.RetryAfter != nil {
		again = *found.RetryAfter
	}
	if soonest := time.Now().Add(shortestRenewalInfoWait); again.Before(soonest) {
		again = soonest
	}
	s.state.AskAt = &again
	// If the certificate was replaced in the meantime, the response doesn't apply to it.
	if err == nil && s.pair.Load() == asked && found.SelectedTime.Before(*s.state.RenewAt) {
		s.state.RenewAt = &found.SelectedTime
	}
	s.save()
}
