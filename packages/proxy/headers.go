package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Headers to set and to remove. Placeholders aren't expanded.
type headerRules struct {
	Set []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"set,omitempty"`
	Remove []string `json:"remove,omitempty"`
}

const (
	maxHeaders     = 30
	maxHeaderName  = 64
	maxHeaderValue = 1024
)

// Headers of one connection or body.
var connectionHeaders = map[string]bool{
	"connection": true, "keep-alive": true, "proxy-connection": true, "proxy-authenticate": true, "proxy-authorization": true,
	"te": true, "trailer": true, "transfer-encoding": true, "upgrade": true, "content-length": true, "content-encoding": true,
	"expect": true,
}

func isReservedForRequests(name string) bool {
	return connectionHeaders[name] || forwardedHeaders[name] || name == "host" || name == "authorization" ||
		strings.HasPrefix(name, "x-forwarded-") || strings.HasPrefix(name, "longshore-")
}

func isReservedForResponses(name string) bool {
	return connectionHeaders[name] || name == "set-cookie" || name == "strict-transport-security" || name == "alt-svc" ||
		name == "date" || strings.HasPrefix(name, "longshore-")
}

func (h *headerRules) check(isReserved func(string) bool) error {
	if h == nil {
		return nil
	}
	if len(h.Set) > maxHeaders || len(h.Remove) > maxHeaders {
		return errors.New("it has too many headers")
	}
	names := append([]string(nil), h.Remove...)
	for _, each := range h.Set {
		if !isHeaderValue(each.Value) {
			return fmt.Errorf("the value of the header %q cannot be used", each.Name)
		}
		names = append(names, each.Name)
	}
	for _, each := range names {
		if !isHeaderName(each) || isReserved(strings.ToLower(each)) {
			return fmt.Errorf("the header %q cannot be set or removed", each)
		}
	}
	return nil
}

// Without `_`, which some programs treat as `-`.
func isHeaderName(text string) bool {
	for _, each := range []byte(text) {
		isPlain := each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each >= '0' && each <= '9' || each == '-'
		if !isPlain {
			return false
		}
	}
	return text != "" && len(text) <= maxHeaderName
}

func isHeaderValue(text string) bool {
	for _, each := range []byte(text) {
		if each < ' ' || each > '~' {
			return false
		}
	}
	return strings.TrimSpace(text) == text && text != "" && len(text) <= maxHeaderValue
}

func (h *headerRules) apply(header http.Header) {
	for _, each := range h.Remove {
		header.Del(each)
	}
	for _, each := range h.Set {
		header.Set(each.Name, each.Value)
	}
}
