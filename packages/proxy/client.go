package main

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Headers that describe the client to apps. Only this proxy sets them; X-Forwarded-For, -Proto, and -Host belong to
// Caddy.
var forwardedHeaders = map[string]bool{
	"forwarded": true, "x-real-ip": true, "x-client-ip": true, "x-cluster-client-ip": true, "true-client-ip": true,
	"cf-connecting-ip": true, "cf-connecting-ipv6": true, "cf-pseudo-ipv4": true, "fastly-client-ip": true,
	"x-forwarded-for": true, "x-forwarded-host": true, "x-forwarded-proto": true, "x-forwarded-port": true,
	"x-forwarded-prefix": true, "x-forwarded-server": true, "x-forwarded-scheme": true, "x-forwarded-ssl": true,
	"x-forwarded-protocol": true, "x-url-scheme": true, "front-end-https": true, "x-original-forwarded-for": true,
	"x-original-url": true, "x-rewrite-url": true, "x-original-host": true, "x-host": true, "proxy": true,
}

// Length of the longest of them.
const maxForwardedHeader = len("x-original-forwarded-for")

// Rewrites the request for apps. The client is the address that connected, unless that belongs to one of the trusted
// networks in front of this hostname; then it is the last address that doesn't belong to them.
func rewriteClientHeaders(r *http.Request, trusted []netip.Prefix) {
	peer := peerOf(r)
	isTrusted := contains(trusted, peer)
	client, scheme := peer, ""
	if isTrusted {
		client, scheme = forwardedClient(r, trusted, peer), forwardedScheme(r)
	}
	for name := range r.Header {
		if isForwardedHeader(name) {
			delete(r.Header, name)
		}
	}
	if isTrusted {
		// Caddy appends the address that connected.
		r.Header.Set("X-Forwarded-For", client.String())
		r.Header.Set("X-Forwarded-Proto", scheme)
	}
	caddyhttp.SetVar(r.Context(), caddyhttp.TrustedProxyVarKey, isTrusted)
	if client.IsValid() {
		text := client.String()
		caddyhttp.SetVar(r.Context(), caddyhttp.ClientIPVarKey, text)
		r.Header["X-Real-Ip"] = []string{text}
	}
}

// Names of headers are ASCII. Some programs treat `_` and `-` as equal.
func isForwardedHeader(name string) bool {
	var plain [maxForwardedHeader]byte
	if len(name) > len(plain) {
		return false
	}
	for index := range len(name) {
		letter := name[index]
		if letter >= 'A' && letter <= 'Z' {
			letter += 'a' - 'A'
		} else if letter == '_' {
			letter = '-'
		}
		plain[index] = letter
	}
	return forwardedHeaders[string(plain[:len(name)])]
}

func peerOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	found, _ := netip.ParseAddr(host)
	return found.Unmap().WithZone("")
}

func forwardedClient(r *http.Request, trusted []netip.Prefix, peer netip.Addr) netip.Addr {
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	client := peer
	for index := len(forwarded) - 1; index >= 0; index-- {
		found, err := netip.ParseAddr(strings.TrimSpace(forwarded[index]))
		if err != nil {
			return client
		}
		client = found.Unmap().WithZone("")
		if !contains(trusted, client) {
			return client
		}
	}
	return client
}

func forwardedScheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// The scheme of the client's own request: a network in front of this one can have terminated TLS.
func schemeOf(r *http.Request) string {
	if isTrusted, _ := caddyhttp.GetVar(r.Context(), caddyhttp.TrustedProxyVarKey).(bool); isTrusted {
		return forwardedScheme(r)
	}
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

func contains(networks []netip.Prefix, address netip.Addr) bool {
	for _, each := range networks {
		if each.Contains(address) {
			return true
		}
	}
	return false
}
