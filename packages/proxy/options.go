package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Options of one hostname. The worker sends only validated ones; they are validated again because a table can be older
// than this program.
type options struct {
	// Scheme and hostname to which every request of this hostname is redirected, with its path.
	RedirectTo  string       `json:"redirectTo,omitempty"`
	Redirects   []redirect   `json:"redirects,omitempty"`
	HSTS        *hsts        `json:"hsts,omitempty"`
	Maintenance *maintenance `json:"maintenance,omitempty"`
	ErrorPages  []errorPage  `json:"errorPages,omitempty"`
	Paths       []pathRoute  `json:"paths,omitempty"`
	// The name of the networks in front of this hostname.
	Behind string `json:"behind,omitempty"`
	Reach  *reach `json:"reach,omitempty"`
	rules
	// Not served until its organization has proven ownership of the hostname; only the request above gets a response.
	IsHeld bool `json:"isHeld,omitempty"`
}

// Responds to /.well-known/longshore/<token>, which shows that requests of this hostname arrive here.
type reach struct {
	Token  string `json:"token"`
	Answer string `json:"answer"`
}

type hsts struct {
	MaxAgeSeconds     int64 `json:"maxAgeSeconds"`
	IncludeSubdomains bool  `json:"includeSubdomains,omitempty"`
	Preload           bool  `json:"preload,omitempty"`
}

type maintenance struct {
	HTML string `json:"html,omitempty"`
	// All visitors get the page, although something is live.
	IsOn bool `json:"isOn,omitempty"`
}

// People see it instead of one line when a service can't be reached, or takes too long.
type errorPage struct {
	Status int    `json:"status"`
	HTML   string `json:"html"`
}

const (
	maxRedirects = 200
	maxAccounts  = 50
	maxPageBytes = 64 << 10
	tokenPath    = "/.well-known/longshore/"
)

func (o *options) check() error {
	if o.RedirectTo != "" {
		if err := checkOrigin(o.RedirectTo); err != nil {
			return err
		}
	}
	if len(o.Redirects) > maxRedirects {
		return errors.New("it has too many redirects")
	}
	for _, each := range o.Redirects {
		if err := each.check(); err != nil {
			return err
		}
	}
	if err := o.rules.check(); err != nil {
		return err
	}
	if o.HSTS != nil && o.HSTS.MaxAgeSeconds < 0 {
		return errors.New("a number is negative")
	}
	if o.Maintenance != nil && len(o.Maintenance.HTML) > maxPageBytes {
		return errors.New("its page is too large")
	}
	for _, each := range o.ErrorPages {
		isKnown := each.Status == http.StatusBadGateway || each.Status == http.StatusGatewayTimeout
		if !isKnown || len(each.HTML) > maxPageBytes {
			return errors.New("an error page of it cannot be used")
		}
	}
	if o.Reach != nil && (o.Reach.Token == "" || o.Reach.Answer == "") {
		return errors.New("its proof is empty")
	}
	return checkPaths(o.Paths)
}

// Completes the rules of the hostname and its paths, once they are checked.
func (o *options) prepareRules(hostname string) {
	o.rules.prepare(hostname)
	for index := range o.Paths {
		each := &o.Paths[index]
		each.rules.prepare(hostname + each.Path)
		each.inherit(&o.rules)
		if each.HasOwnAccess {
			continue
		}
		if len(each.BasicAuth) == 0 {
			each.BasicAuth = o.BasicAuth
		}
		if len(each.AllowedNetworks) == 0 {
			each.AllowedNetworks = o.AllowedNetworks
		}
	}
}

// Accepts only a scheme and a host.
func checkOrigin(text string) error {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.User != nil {
		return fmt.Errorf("%q is not where a redirect can lead", text)
	}
	if !isHostname(parsed.Host) || text != parsed.Scheme+"://"+parsed.Host {
		return fmt.Errorf("%q is not where a redirect can lead", text)
	}
	return nil
}

func (h *hsts) header() string {
	value := fmt.Sprintf("max-age=%d", h.MaxAgeSeconds)
	if h.IncludeSubdomains {
		value += "; includeSubDomains"
	}
	if h.Preload {
		value += "; preload"
	}
	return value
}

// While nothing is live: the custom page for people, one line for programs.
func respondUnavailable(w http.ResponseWriter, r *http.Request, page *maintenance) error {
	w.Header().Set("Retry-After", "5")
	if page == nil || page.HTML == "" || !isForPeople(r) {
		return respond(w, http.StatusServiceUnavailable, "Nothing runs at this address at the moment.\n")
	}
	return respondAs(w, http.StatusServiceUnavailable, "text/html; charset=utf-8", page.HTML)
}

// Returns nil if the hostname has no page for this status.
func (o *options) errorPage(status int) *errorPage {
	for index := range o.ErrorPages {
		if o.ErrorPages[index].Status == status {
			return &o.ErrorPages[index]
		}
	}
	return nil
}

func (e *errorPage) respond(w http.ResponseWriter, r *http.Request, line string) error {
	if e.HTML != "" && isForPeople(r) {
		return respondAs(w, e.Status, "text/html; charset=utf-8", e.HTML)
	}
	return respond(w, e.Status, line)
}

func isForPeople(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// Rejects a body with a too large declared length at once, and others when they exceed the limit.
func limitBody(w http.ResponseWriter, r *http.Request, limit int64) (isTooLarge bool) {
	if limit <= 0 || r.Body == nil {
		return false
	}
	if r.ContentLength > limit {
		return true
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	return false
}
