package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"
)

// The certificate status of one hostname with a certificate from an authority.
type certificateStatus struct {
	Status    string     `json:"status"`
	MayIssue  bool       `json:"mayIssue"`
	Issuer    string     `json:"issuer,omitempty"`
	NotBefore *time.Time `json:"notBefore,omitempty"`
	NotAfter  *time.Time `json:"notAfter,omitempty"`
	RenewAt   *time.Time `json:"renewAt,omitempty"`
	NextTryAt *time.Time `json:"nextTryAt,omitempty"`
	LastError *acmeError `json:"lastError,omitempty"`
	Steps     []step     `json:"steps,omitempty"`
}

func (s store) certificates(now time.Time) (map[string]certificateStatus, error) {
	found := map[string]certificateStatus{}
	content, err := os.ReadFile(s.tableFile())
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	// Reads only the needed fields, not the private keys.
	var file struct {
		Routes map[string]*struct {
			ACME     bool `json:"acme"`
			MayIssue bool `json:"mayIssue"`
		} `json:"routes"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	for name, each := range file.Routes {
		if each == nil || !each.ACME || !hostnamePattern.MatchString(name) {
			continue
		}
		var state subjectState
		if content, err := os.ReadFile(s.keeperFile(name, ".json")); err == nil {
			json.Unmarshal(content, &state)
		}
		found[name] = state.shown(each.MayIssue, now)
	}
	return found, nil
}

func (s subjectState) shown(mayIssue bool, now time.Time) certificateStatus {
	return certificateStatus{s.status(now), mayIssue, s.Issuer, s.NotBefore, s.NotAfter, s.RenewAt, s.NextTryAt, s.LastError, s.Steps}
}

func (s subjectState) status(now time.Time) string {
	hasOne := s.NotAfter != nil
	switch {
	case hasOne && now.After(*s.NotAfter):
		return "expired"
	case hasOne && s.TryingFrom != nil:
		return "renewing"
	case hasOne:
		return "active"
	case s.TryingFrom != nil:
		return "issuing"
	case s.LastError != nil:
		return "failed"
	default:
		return "pending"
	}
}
