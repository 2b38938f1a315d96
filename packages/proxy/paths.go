package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Another service of the environment receives everything below a path of the hostname. The longest path that matches
// wins.
type pathRoute struct {
	Path    string `json:"path"`
	Service string `json:"service"`
	// Removes the path from what the service sees.
	StripPrefix bool `json:"stripPrefix,omitempty"`
	// The users and networks of the hostname don't protect the path.
	HasOwnAccess bool `json:"hasOwnAccess,omitempty"`
	rules
	segments []string
}

const (
	maxPaths      = 50
	maxPathLength = 255
)

var errUnclearPath = errors.New("the path has more than one meaning")

func checkPaths(paths []pathRoute) error {
	if len(paths) > maxPaths {
		return errors.New("it has too many paths")
	}
	known := map[string]bool{}
	for index := range paths {
		each := &paths[index]
		if err := each.check(); err != nil {
			return err
		}
		if known[each.Path] {
			return fmt.Errorf("the path %q appears twice", each.Path)
		}
		known[each.Path] = true
	}
	slices.SortStableFunc(paths, func(one, other pathRoute) int { return len(other.segments) - len(one.segments) })
	return nil
}

func (p *pathRoute) check() error {
	if !isPlainPath(p.Path) || len(p.Path) > maxPathLength || strings.ContainsAny(p.Path, "%;") {
		return fmt.Errorf("%q is not a path of a service", p.Path)
	}
	p.segments = strings.Split(p.Path[1:], "/")
	for _, each := range p.segments {
		if each == "" || each == "." || each == ".." {
			return fmt.Errorf("%q is not a path of a service", p.Path)
		}
	}
	if err := checkName("a service", p.Service); err != nil {
		return err
	}
	return p.rules.check()
}

// Returns nil if no path matches. Programs read unusual paths in different ways: `%2F` and `\` can separate segments or
// not, `//` can be one separator or two, and `;` can end a segment. If these ways match different paths, a client could
// avoid the rules of one of them, so such requests are refused. So are `.` and `..`, which no browser sends.
func findPath(paths []pathRoute, asked *url.URL) (*pathRoute, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	raw := asked.EscapedPath()
	if !isUnusual(raw) {
		return matchSegments(paths, strings.Split(strings.TrimPrefix(raw, "/"), "/")), nil
	}
	all, err := readingsOf(raw)
	if err != nil {
		return nil, err
	}
	first := matchSegments(paths, all[0])
	for _, each := range all {
		if slices.Contains(each, ".") || slices.Contains(each, "..") || matchSegments(paths, each) != first {
			return nil, errUnclearPath
		}
	}
	return first, nil
}

func isUnusual(raw string) bool {
	return strings.ContainsAny(raw, `%;\`) || strings.Contains(raw, "//") || strings.Contains(raw, "/.")
}

func matchSegments(paths []pathRoute, segments []string) *pathRoute {
	for index := range paths {
		own := paths[index].segments
		if len(segments) >= len(own) && slices.Equal(segments[:len(own)], own) {
			return &paths[index]
		}
	}
	return nil
}

// All ways in which programs split this path into segments.
func readingsOf(raw string) ([][]string, error) {
	decoded, err := url.PathUnescape(raw)
	if err != nil || strings.ContainsRune(decoded, 0) {
		return nil, errUnclearPath
	}
	var literal []string
	for each := range strings.SplitSeq(strings.TrimPrefix(raw, "/"), "/") {
		// It can be decoded: the whole path could.
		segment, _ := url.PathUnescape(each)
		literal = append(literal, segment)
	}
	separated := strings.Split(strings.TrimPrefix(decoded, "/"), "/")
	all := [][]string{literal, separated, splitBackslashes(literal), splitBackslashes(separated)}
	for _, each := range slices.Clone(all) {
		all = append(all, withoutParameters(each))
	}
	for _, each := range slices.Clone(all) {
		all = append(all, slices.DeleteFunc(slices.Clone(each), func(segment string) bool { return segment == "" }))
	}
	return all, nil
}

func splitBackslashes(segments []string) []string {
	var all []string
	for _, each := range segments {
		all = append(all, strings.Split(each, `\`)...)
	}
	return all
}

func withoutParameters(segments []string) []string {
	short := make([]string, len(segments))
	for index, each := range segments {
		short[index], _, _ = strings.Cut(each, ";")
	}
	return short
}

// The service sees the rest of the path, as the client wrote it. Never empty, and never something that programs read as
// another host.
func (p *pathRoute) rewrite(r *http.Request) {
	if !p.StripPrefix {
		return
	}
	rest := r.URL.EscapedPath()
	for range p.segments {
		_, rest, _ = strings.Cut(strings.TrimPrefix(rest, "/"), "/")
		rest = "/" + rest
	}
	rest = "/" + trimSeparators(rest)
	// It can be decoded: the whole path could.
	r.URL.Path, _ = url.PathUnescape(rest)
	r.URL.RawPath = rest
	r.RequestURI = r.URL.RequestURI()
	r.Header.Set("X-Forwarded-Prefix", p.Path)
}

func trimSeparators(text string) string {
	for {
		short := strings.TrimLeft(text, `/\`)
		if len(short) >= 3 && (strings.EqualFold(short[:3], "%2f") || strings.EqualFold(short[:3], "%5c")) {
			short = short[3:]
		}
		if short == text {
			return text
		}
		text = short
	}
}
