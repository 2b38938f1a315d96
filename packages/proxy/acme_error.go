package main

import (
	"context"
	"errors"
	"net"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/mholt/acmez/v3/acme"
	"go.uber.org/zap/zapcore"
)

// The reason why there is no certificate, with stable codes that don't depend on the authority's texts.
type acmeError struct {
	Code string `json:"code"`
	// Problem type as the authority sent it.
	Type    string    `json:"type,omitempty"`
	Message string    `json:"message"`
	At      time.Time `json:"at"`
	retryAt time.Time
}

const (
	codeRateLimited = "acme_rate_limited"
	codeUnreachable = "acme_authority_unreachable"
	codeFailed      = "acme_authority_failed"
)

var acmeErrorCodes = map[string]string{
	acme.ProblemTypeRateLimited:             codeRateLimited,
	acme.ProblemTypeConnection:              "acme_connection_failed",
	acme.ProblemTypeUnauthorized:            "acme_wrong_answer",
	acme.ProblemTypeIncorrectResponse:       "acme_wrong_answer",
	acme.ProblemTypeTLS:                     "acme_tls_failed",
	acme.ProblemTypeCAA:                     "acme_caa_forbids",
	acme.ProblemTypeDNS:                     "acme_dns_failed",
	acme.ProblemTypeRejectedIdentifier:      "acme_name_refused",
	acme.ProblemTypeUnsupportedIdentifier:   "acme_name_refused",
	acme.ProblemTypeExternalAccountRequired: "acme_account_refused",
	acme.ProblemTypeUserActionRequired:      "acme_account_refused",
	acme.ProblemTypeInvalidContact:          "acme_account_refused",
	acme.ProblemTypeUnsupportedContact:      "acme_account_refused",
}

var retryPattern = regexp.MustCompile(`retry after (\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)`)

func explainACMEError(err error, now time.Time) *acmeError {
	var problem acme.Problem
	if !errors.As(err, &problem) {
		found := &acmeError{Code: codeFailed, Message: oneLine(err.Error())}
		var asking *url.Error
		var network net.Error
		if errors.As(err, &asking) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) {
			found.Code = codeUnreachable
		}
		return found
	}
	// Each order has one name: its subproblem is more precise than the problem of the whole order.
	if len(problem.Subproblems) > 0 {
		problem = problem.Subproblems[0].Problem
	}
	found := &acmeError{Code: acmeErrorCodes[problem.Type], Type: problem.Type, Message: oneLine(problem.Detail)}
	if found.Code == "" {
		found.Code = codeFailed
	}
	if found.Code == codeRateLimited {
		found.retryAt = now.Add(time.Hour)
		if at := retryPattern.FindStringSubmatch(problem.Detail); at != nil {
			if stated, err := time.Parse("2006-01-02 15:04:05", strings.Replace(at[1], "T", " ", 1)); err == nil {
				found.retryAt = stated
			}
		}
	}
	return found
}

// Some limits count all names of an account: trying the others would be refused too.
func (t *acmeError) isAccountLimit() bool {
	return t.Code == codeRateLimited && strings.Contains(t.Message, "account")
}

func oneLine(text string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	if len(clean) > maxFailShown {
		clean = clean[:maxFailShown]
	}
	return strings.ToValidUTF8(clean, "")
}

var (
	// Authorities count failures of a name within an hour, and allow five.
	waits = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour}
	// An unreachable authority counts no failures.
	shortWaits = []time.Duration{10 * time.Second, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute}
)

const shortestWait = 5 * time.Second

// A certificate that is valid for days can't wait for half a day.
func waitAfter(found *acmeError, failures int, lifetime time.Duration) time.Duration {
	list := waits
	if found.Code == codeUnreachable {
		list = shortWaits
	}
	wait := list[min(max(failures, 1), len(list))-1]
	if lifetime > 0 {
		wait = min(wait, max(lifetime/20, shortestWait))
	}
	return wait
}

// Turns log messages of the ACME client into steps of the name.
type stepCore struct{ list *subjectList }

var stepNames = map[string]string{
	"trying to solve challenge":   "challenge",
	"challenge failed":            "challenge_failed",
	"authorization finalized":     "validated",
	"authorization already valid": "validated",
}

func (stepCore) Enabled(level zapcore.Level) bool    { return level >= zapcore.InfoLevel }
func (c stepCore) With([]zapcore.Field) zapcore.Core { return c }
func (stepCore) Sync() error                         { return nil }
func (c stepCore) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if stepNames[entry.Message] == "" {
		return checked
	}
	return checked.AddCore(entry, c)
}

func (c stepCore) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	var name, detail string
	for _, field := range fields {
		switch field.Key {
		case "identifier":
			name = field.String
		case "challenge_type":
			detail = field.String
		}
	}
	if hostnamePattern.MatchString(name) {
		c.list.of(name).note(stepNames[entry.Message], detail)
	}
	return nil
}
