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
	"time"

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
	routes   = &watched[*table]{path: store{dataFolder}.tableFile(), read: tableReader(), isRemoved: func() bool { return false }}
	releases sync.Map // environment → *watched[release]
)

const targetVariable = "longshore_target"

// Where a request goes, and the rules for it: those of the hostname or of a path.
type destination struct {
	route   *route
	service string
	rules   *rules
	// For the first attempt. A retry finds out again where the traffic goes.
	addresses []string
}

// Normalizes hostnames from clients: any case, possibly a port or a final dot.
func findRoute(host string) *route {
	found, _ := findInTable(host)
	return found
}

func findInTable(host string) (*route, *table) {
	if strings.IndexByte(host, ':') >= 0 {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
	}
	known, err := routes.get()
	if err != nil {
		return nil, nil
	}
	return known.routes[strings.TrimSuffix(strings.ToLower(host), ".")], known
}

// The first handler of every request: finds the environment and service, and applies the options of the hostname.
type routing struct{}

func (routing) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.longshore_routing", New: func() caddy.Module { return new(routing) }}
}

func (routing) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	found, known := findInTable(r.Host)
	if found == nil {
		return respond(w, http.StatusNotFound, "There is nothing at this address.\n")
	}
	endConnection(w, r)
	rewriteClientHeaders(r, known.networks[found.Behind])
	chosen := &destination{route: found, service: found.Service, rules: &found.rules}
	if isDone, err := chosen.respondDirectly(w, r); isDone {
		return err
	}
	chosen.rules.changeRequest(r)
	caddyhttp.SetVar(r.Context(), targetVariable, chosen)
	return explain(w, r, found, chosen.rules.await(w, r, next))
}

// While the proxy waits to stop, every response asks the client to open a new connection, which the next proxy accepts.
// Otherwise an idle connection that closes at the end of the wait could collide with a request in transit. HTTP/3 has
// no such header, and it has another meaning on an upgraded connection.
func endConnection(w http.ResponseWriter, r *http.Request) {
	replacer, isPrepared := r.Context().Value(caddy.ReplacerCtxKey).(*caddy.Replacer)
	if !isPrepared || r.ProtoMajor > 2 || r.Header.Get("Upgrade") != "" {
		return
	}
	if isStopping, _ := replacer.Get("http.shutting_down"); isStopping == true {
		w.Header().Set("Connection", "close")
	}
}

// Handles everything that needs no app: ownership proofs, redirects, sign-ins, limits, and the maintenance page.
func (d *destination) respondDirectly(w http.ResponseWriter, r *http.Request) (bool, error) {
	found := d.route
	if token, isAsked := strings.CutPrefix(r.URL.Path, tokenPath); isAsked {
		if found.Reach != nil && token == found.Reach.Token {
			return true, respond(w, http.StatusOK, found.Reach.Answer)
		}
		return true, respond(w, http.StatusNotFound, "There is nothing at this address.\n")
	}
	if found.IsHeld {
		return true, respond(w, http.StatusNotFound, "There is nothing at this address yet.\n")
	}
	scheme := schemeOf(r)
	if found.ForceHTTPS && scheme != "https" && found.hasTrusted(r.Host) {
		w.Header().Set("Connection", "close")
		return true, writeRedirect(w, "https://"+hostOf(r)+pathOf(r), http.StatusPermanentRedirect)
	}
	if found.HSTS != nil && scheme == "https" {
		w.Header().Set("Strict-Transport-Security", found.HSTS.header())
	}
	if found.RedirectTo != "" {
		return true, writeRedirect(w, found.RedirectTo+pathOf(r), http.StatusPermanentRedirect)
	}
	path, err := findPath(found.Paths, r.URL)
	if err != nil {
		return true, respond(w, http.StatusBadRequest, "This path has more than one meaning, so it is not used here.\n")
	}
	if path != nil {
		d.service, d.rules = path.Service, &path.rules
	}
	if isDone, err := d.applyRules(w, r); isDone {
		return true, err
	}
	if path != nil {
		path.rewrite(r)
	}
	if found.Maintenance != nil && found.Maintenance.IsOn {
		return true, respondUnavailable(w, r, found.Maintenance)
	}
	if found.Dial != "" {
		return false, nil
	}
	if d.addresses = addressesOf(found.Environment, d.service); len(d.addresses) == 0 {
		return true, respondUnavailable(w, r, found.Maintenance)
	}
	return false, nil
}

func (d *destination) applyRules(w http.ResponseWriter, r *http.Request) (bool, error) {
	if isDone, err := d.rules.refuseClient(w, r); isDone {
		return true, err
	}
	if len(d.rules.BasicAuth) > 0 {
		if isIn, err := authorize(w, r, d.rules.BasicAuth); !isIn {
			return true, err
		}
	}
	if location, status := findRedirect(d.route.Redirects, r); location != "" {
		return true, writeRedirect(w, location, status)
	}
	if limitBody(w, r, d.rules.MaxBody) {
		return true, respondTooLarge(w)
	}
	return false, nil
}

func explain(w http.ResponseWriter, r *http.Request, found *route, err error) error {
	if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); isTooLarge {
		return respondTooLarge(w)
	}
	known, isKnown := errors.AsType[caddyhttp.HandlerError](err)
	if isKnown && known.StatusCode == http.StatusServiceUnavailable {
		return respondUnavailable(w, r, found.Maintenance)
	}
	if page := found.errorPage(http.StatusBadGateway); isKnown && known.StatusCode == http.StatusBadGateway && page != nil {
		return page.respond(w, r, "The app does not accept connections.\n")
	}
	if errors.Is(err, errTooLate) {
		page := found.errorPage(http.StatusGatewayTimeout)
		if page == nil {
			page = &errorPage{Status: http.StatusGatewayTimeout}
		}
		return page.respond(w, r, "The app took too long to respond.\n")
	}
	return err
}

func respondTooLarge(w http.ResponseWriter) error {
	return respond(w, http.StatusRequestEntityTooLarge, "This is more than this address takes.\n")
}

func respond(w http.ResponseWriter, code int, text string) error {
	return respondAs(w, code, "text/plain; charset=utf-8", text)
}

func respondAs(w http.ResponseWriter, code int, kind, text string) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	// Our probes use this header to distinguish the proxy's responses from those of apps.
	w.Header().Set("Longshore-Proxy", "answer")
	w.WriteHeader(code)
	_, err := io.WriteString(w, text)
	return err
}

// The addresses of the release that currently has the traffic.
type upstreams struct{}

func (upstreams) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.reverse_proxy.upstreams.longshore", New: func() caddy.Module { return new(upstreams) }}
}

func (upstreams) GetUpstreams(r *http.Request) ([]*reverseproxy.Upstream, error) {
	chosen, isChosen := caddyhttp.GetVar(r.Context(), targetVariable).(*destination)
	if !isChosen {
		return nil, nil
	}
	found := chosen.route
	if found.Dial != "" {
		return []*reverseproxy.Upstream{{Dial: divertedFrom(found.Dial, time.Now())}}, nil
	}
	addresses := chosen.addresses
	chosen.addresses = nil
	if addresses == nil {
		addresses = addressesOf(found.Environment, chosen.service)
	}
	pool := make([]*reverseproxy.Upstream, len(addresses))
	for index, address := range addresses {
		pool[index] = &reverseproxy.Upstream{Dial: address}
	}
	return pool, nil
}

func addressesOf(environment, service string) []string {
	file, isKnown := releases.Load(environment)
	if !isKnown {
		files := store{dataFolder}
		made := &watched[release]{path: files.currentLink(environment), read: readRelease}
		made.isRemoved = func() bool { return files.isOff(environment) }
		file, _ = releases.LoadOrStore(environment, made)
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

// Chooses the certificate of each handshake: a custom one, else one from an authority, else one that the proxy signs
// itself. Caddy's own cache holds none of them, so that a better one is used as soon as it exists.
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

// Only our hostnames get a certificate that the proxy signs. Used by configurations of earlier versions.
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
