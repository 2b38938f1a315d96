package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

func init() {
	caddy.RegisterModule(routing{})
	caddy.RegisterModule(upstreams{})
	caddy.RegisterModule(certificates{})
	caddy.RegisterModule(permission{})
}

var (
	routes   = &watched[table]{path: store{dataFolder}.tableFile(), read: readTable}
	releases sync.Map // environment → *watched[release]
)

const routeVariable = "longshore_route"

// Hostnames as clients write them: any case, perhaps a port or a final dot.
func findRoute(host string) *route {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	known, err := routes.get()
	if err != nil {
		return nil
	}
	return known[strings.TrimSuffix(strings.ToLower(host), ".")]
}

// First handler of every request: which environment and service is meant.
type routing struct{}

func (routing) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.longshore_routing", New: func() caddy.Module { return new(routing) }}
}

func (routing) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	found := findRoute(r.Host)
	if found == nil {
		return answer(w, http.StatusNotFound, "There is nothing at this address.\n")
	}
	if found.ForceHTTPS && r.TLS == nil && found.hasTrusted(r.Host) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
		return nil
	}
	caddyhttp.SetVar(r.Context(), routeVariable, found)
	err := next.ServeHTTP(w, r)
	var known caddyhttp.HandlerError
	if errors.As(err, &known) && known.StatusCode == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "5")
		return answer(w, known.StatusCode, "Nothing runs at this address at the moment.\n")
	}
	return err
}

func answer(w http.ResponseWriter, code int, text string) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// So that our own probes can tell the proxy's answers from those of apps.
	w.Header().Set("Longshore-Proxy", "answer")
	w.WriteHeader(code)
	_, err := io.WriteString(w, text)
	return err
}

// Where the release that has the traffic at this very moment listens.
type upstreams struct{}

func (upstreams) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.reverse_proxy.upstreams.longshore", New: func() caddy.Module { return new(upstreams) }}
}

func (upstreams) GetUpstreams(r *http.Request) ([]*reverseproxy.Upstream, error) {
	found, isRoute := caddyhttp.GetVar(r.Context(), routeVariable).(*route)
	if !isRoute {
		return nil, nil
	}
	if found.Dial != "" {
		return []*reverseproxy.Upstream{{Dial: found.Dial}}, nil
	}
	addresses := addressesOf(found.Environment, found.Service)
	pool := make([]*reverseproxy.Upstream, len(addresses))
	for index, address := range addresses {
		pool[index] = &reverseproxy.Upstream{Dial: address}
	}
	return pool, nil
}

func addressesOf(environment, service string) []string {
	file, isKnown := releases.Load(environment)
	if !isKnown {
		path := store{dataFolder}.currentLink(environment)
		file, _ = releases.LoadOrStore(environment, &watched[release]{path: path, read: readRelease})
	}
	current, err := file.(*watched[release]).get()
	if err != nil {
		releases.Delete(environment)
		return nil
	}
	return current[service]
}

func readRelease(content []byte) (release, error) {
	var found release
	return found, json.Unmarshal(content, &found)
}

// What each handshake gets: the certificate that somebody brought, else one of an authority, else one that the proxy signs
// itself. Caddy's own cache holds none of them, so that a better one is used from the moment that it is there.
type certificates struct{}

func (certificates) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "tls.get_certificate.longshore", New: func() caddy.Module { return new(certificates) }}
}

func (certificates) GetCertificate(ctx context.Context, hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	name := strings.TrimSuffix(strings.ToLower(hello.ServerName), ".")
	found := findRoute(name)
	if found == nil || !found.TLS {
		return nil, nil
	}
	if found.pair != nil {
		return found.pair, nil
	}
	if found.ACME {
		if pair := keeping.of(name).pair.Load(); pair != nil {
			return pair, nil
		}
	}
	return signFor(ctx, name)
}

// Only hostnames of ours get a certificate of the proxy's own. For configurations of versions before this one.
type permission struct{}

func (permission) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "tls.permission.longshore", New: func() caddy.Module { return new(permission) }}
}

func (permission) CertificateAllowed(_ context.Context, name string) error {
	if found := findRoute(name); found != nil && found.TLS {
		return nil
	}
	return errors.New("this hostname has no route with TLS")
}
