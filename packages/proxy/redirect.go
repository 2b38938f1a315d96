package main

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// A redirect rule without patterns: an exact path, or everything below it.
type redirect struct {
	From     string `json:"from"`
	IsPrefix bool   `json:"isPrefix,omitempty"`
	// A path of the same hostname, or a complete URL.
	To     string `json:"to"`
	Status int    `json:"status"`
}

func (r redirect) check() error {
	switch r.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return fmt.Errorf("%d is not a status of a redirect", r.Status)
	}
	if !isPlainPath(r.From) {
		return fmt.Errorf("%q is not a path", r.From)
	}
	if strings.HasPrefix(r.To, "/") {
		if !isPlainPath(r.To) {
			return fmt.Errorf("%q is not where a redirect can lead", r.To)
		}
		return nil
	}
	scheme, rest, isAddress := strings.Cut(r.To, "://")
	host, path, _ := strings.Cut(rest, "/")
	if !isAddress || !isPlainPath("/"+path) {
		return fmt.Errorf("%q is not where a redirect can lead", r.To)
	}
	return checkOrigin(scheme + "://" + host)
}

// Rejects everything that would need escaping, and everything that browsers read as another host.
func isPlainPath(text string) bool {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || len(text) > 1024 {
		return false
	}
	for _, each := range []byte(text) {
		isWord := each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each >= '0' && each <= '9'
		if !isWord && !strings.ContainsRune("/-._~!$&'()*+,;=:@%", rune(each)) {
			return false
		}
	}
	return true
}

// The rest of the path after the rule's own, as the client wrote it; false if the rule doesn't apply.
func (r redirect) match(asked *url.URL) (rest string, isMatch bool) {
	if asked.Path == r.From {
		return "", true
	}
	if !r.IsPrefix {
		return "", false
	}
	from := strings.TrimSuffix(r.From, "/")
	if !strings.HasPrefix(asked.Path, from+"/") {
		return "", false
	}
	if rest, isPlain := strings.CutPrefix(asked.EscapedPath(), from); isPlain {
		return rest, true
	}
	return (&url.URL{Path: strings.TrimPrefix(asked.Path, from)}).EscapedPath(), true
}

// Always a complete URL, so that no path can be read as another host.
func (r redirect) location(request *http.Request, rest string) string {
	to := r.To
	if strings.HasPrefix(to, "/") {
		to = schemeOf(request) + "://" + hostWithPort(request) + to
	}
	if rest != "" {
		to = strings.TrimRight(to, "/") + "/" + strings.TrimLeft(rest, "/")
	}
	return withQuery(to, request.URL.RawQuery)
}

func withQuery(address, query string) string {
	if query == "" {
		return address
	}
	return address + "?" + query
}

func findRedirect(rules []redirect, request *http.Request) (location string, status int) {
	for _, each := range rules {
		if rest, isMatch := each.match(request.URL); isMatch {
			return each.location(request, rest), each.Status
		}
	}
	return "", 0
}

// Removes the port, because the redirect uses another one.
func hostOf(request *http.Request) string {
	if name, _, err := net.SplitHostPort(request.Host); err == nil {
		return name
	}
	return request.Host
}

// The text after the colon is untrusted input.
func hostWithPort(request *http.Request) string {
	name, port, err := net.SplitHostPort(request.Host)
	if err != nil {
		return request.Host
	}
	if number, err := strconv.ParseUint(port, 10, 16); err == nil {
		return net.JoinHostPort(name, strconv.FormatUint(number, 10))
	}
	return name
}

// Includes the query and always starts at the root: a request line can also contain `*` or an opaque value.
func pathOf(request *http.Request) string {
	if path := request.URL.RequestURI(); strings.HasPrefix(path, "/") {
		return path
	}
	return "/"
}

func writeRedirect(w http.ResponseWriter, location string, status int) error {
	w.Header().Set("Location", location)
	return respond(w, status, "")
}
