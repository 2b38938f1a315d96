package main

import (
	"errors"
	"net/http"
	"net/netip"
	"slices"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Rules of a hostname, or of one of its paths. A path has the rules of its hostname, except those of its own.
type rules struct {
	BasicAuth       []account      `json:"basicAuth,omitempty"`
	MaxBody         int64          `json:"maxBodyBytes,omitempty"`
	TimeoutSeconds  int64          `json:"timeoutSeconds,omitempty"`
	RateLimit       *rateLimit     `json:"rateLimit,omitempty"`
	AllowedNetworks []netip.Prefix `json:"allowedNetworks,omitempty"`
	RequestHeaders  *headerRules   `json:"requestHeaders,omitempty"`
	ResponseHeaders *headerRules   `json:"responseHeaders,omitempty"`
	// In the order in which they apply: those of the hostname, then those of the path.
	requestHeaders, responseHeaders []*headerRules
	// Names the hostname or path in the counters of rate limits.
	scope string
}

const (
	maxAllowed        = 100
	maxTimeoutSeconds = 3600
)

func (o *rules) check() error {
	if len(o.BasicAuth) > maxAccounts || len(o.AllowedNetworks) > maxAllowed {
		return errors.New("it has too many accounts or networks")
	}
	for index := range o.BasicAuth {
		if err := o.BasicAuth[index].check(); err != nil {
			return err
		}
	}
	if o.MaxBody < 0 || o.TimeoutSeconds < 0 || o.TimeoutSeconds > maxTimeoutSeconds {
		return errors.New("a number is negative or too large")
	}
	for _, each := range o.AllowedNetworks {
		if !each.IsValid() || each.Addr().Is4In6() {
			return errors.New("one of its networks cannot be used")
		}
	}
	if o.RateLimit != nil {
		if err := o.RateLimit.check(); err != nil {
			return err
		}
	}
	if err := o.RequestHeaders.check(isReservedForRequests); err != nil {
		return err
	}
	return o.ResponseHeaders.check(isReservedForResponses)
}

func (o *rules) prepare(scope string) {
	o.scope = scope
	if o.RequestHeaders != nil {
		o.requestHeaders = []*headerRules{o.RequestHeaders}
	}
	if o.ResponseHeaders != nil {
		o.responseHeaders = []*headerRules{o.ResponseHeaders}
	}
}

// Fills in what the path itself doesn't have, after both are checked.
func (o *rules) inherit(from *rules) {
	if o.MaxBody == 0 {
		o.MaxBody = from.MaxBody
	}
	if o.TimeoutSeconds == 0 {
		o.TimeoutSeconds = from.TimeoutSeconds
	}
	if o.RateLimit == nil {
		// The path counts together with the rest of its hostname.
		o.RateLimit, o.scope = from.RateLimit, from.scope
	}
	o.requestHeaders = append(slices.Clone(from.requestHeaders), o.requestHeaders...)
	o.responseHeaders = append(slices.Clone(from.responseHeaders), o.responseHeaders...)
}

// The address of the client, as this proxy determined it; invalid if there is none.
func clientOf(r *http.Request) netip.Addr {
	text, _ := caddyhttp.GetVar(r.Context(), caddyhttp.ClientIPVarKey).(string)
	found, _ := netip.ParseAddr(text)
	return found
}

// Refuses clients before anything else is done for them: those from elsewhere, and those that send too many requests.
func (o *rules) refuseClient(w http.ResponseWriter, r *http.Request) (bool, error) {
	if len(o.AllowedNetworks) > 0 && !contains(o.AllowedNetworks, clientOf(r)) {
		return true, respond(w, http.StatusForbidden, "This address is not open to your network.\n")
	}
	if o.RateLimit == nil {
		return false, nil
	}
	wait := requestCounts.take(o.scope, o.RateLimit, clientOf(r))
	if wait == 0 {
		return false, nil
	}
	w.Header().Set("Retry-After", retryAfter(wait))
	return true, respond(w, http.StatusTooManyRequests, "Too many requests at this moment.\n")
}

func (o *rules) changeRequest(r *http.Request) {
	for _, each := range o.requestHeaders {
		each.apply(r.Header)
	}
}
