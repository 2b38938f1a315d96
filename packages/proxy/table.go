package main

import (
	"crypto/tls"
	"encoding/json"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Where one hostname leads: a service of an environment, or a fixed address on this server.
type route struct {
	Environment string       `json:"environment,omitempty"`
	Service     string       `json:"service,omitempty"`
	Dial        string       `json:"dial,omitempty"`
	ForceHTTPS  bool         `json:"forceHttps,omitempty"`
	TLS         bool         `json:"tls,omitempty"`
	Certificate *certificate `json:"certificate,omitempty"`
	// Wants a certificate of an authority; it may be asked for only while DNS is right.
	ACME     bool `json:"acme,omitempty"`
	MayIssue bool `json:"mayIssue,omitempty"`
	pair     *tls.Certificate
}

type certificate struct {
	Chain string `json:"chain"`
	Key   string `json:"key"`
}

// By hostname, in lower case.
type table map[string]*route

func readTable(content []byte) (table, error) {
	found := table{}
	if len(content) == 0 {
		return found, nil
	}
	if err := json.Unmarshal(content, &found); err != nil {
		return nil, err
	}
	for hostname, each := range found {
		if hostname != strings.ToLower(hostname) || each == nil {
			return nil, fail("proxy_configuration_refused", "%q is not a hostname", hostname)
		}
		if each.Dial != "" {
			if _, err := netip.ParseAddrPort(each.Dial); err != nil {
				return nil, err
			}
		} else if err := checkName("an environment", each.Environment); err != nil {
			return nil, err
		} else if err := checkName("a service", each.Service); err != nil {
			return nil, err
		}
		if each.Certificate != nil {
			pair, err := tls.X509KeyPair([]byte(each.Certificate.Chain), []byte(each.Certificate.Key))
			if err != nil {
				return nil, fail("proxy_configuration_refused", "the certificate of %s cannot be used: %v", hostname, err)
			}
			each.pair = &pair
		}
	}
	return found, nil
}

// A file that is read again only when it is another one: one question to the file system for each use.
type watched[Value any] struct {
	path string
	read func([]byte) (Value, error)
	last atomic.Pointer[seen[Value]]
}

type seen[Value any] struct {
	info  os.FileInfo
	value Value
}

func (w *watched[Value]) get() (Value, error) {
	info, err := os.Stat(w.path)
	if err != nil {
		var none Value
		return none, err
	}
	if last := w.last.Load(); last != nil && isSame(last.info, info) {
		return last.value, nil
	}
	content, err := os.ReadFile(w.path)
	if err != nil {
		var none Value
		return none, err
	}
	value, err := w.read(content)
	if err != nil {
		return value, err
	}
	// Replaced between the two questions: what was read may be newer than what was asked about, so it is not kept.
	if again, err := os.Stat(w.path); err == nil && isSame(info, again) {
		w.last.Store(&seen[Value]{info, value})
	}
	return value, nil
}

// Files are only ever replaced whole; a number of the file system may come back, the same nanosecond does not.
func isSame(one, other os.FileInfo) bool {
	return os.SameFile(one, other) && one.Size() == other.Size() && one.ModTime().Equal(other.ModTime()) &&
		time.Since(other.ModTime()) > 0
}
