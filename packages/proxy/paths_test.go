package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func pathsOf(t *testing.T, all ...pathRoute) []pathRoute {
	t.Helper()
	for index := range all {
		if all[index].Service == "" {
			all[index].Service = "web"
		}
	}
	if err := checkPaths(all); err != nil {
		t.Fatal(err)
	}
	return all
}

func askedFor(t *testing.T, raw string) *url.URL {
	t.Helper()
	asked, err := url.ParseRequestURI(raw)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

func TestTheLongestPathWinsOnSegmentBoundaries(t *testing.T) {
	paths := pathsOf(t, pathRoute{Path: "/api"}, pathRoute{Path: "/api/v2/admin"}, pathRoute{Path: "/api/v2"}, pathRoute{Path: "/a.b"})
	for raw, wanted := range map[string]string{
		"/": "", "/ap": "", "/apix": "", "/API": "", "/x/api": "", "*": "", "/a.b/c": "/a.b", "/axb": "",
		"/api": "/api", "/api/": "/api", "/api/x": "/api", "/api/v": "/api", "/api/v2": "/api/v2",
		"/api/v2/": "/api/v2", "/api/v2x": "/api", "/api/v2/admins": "/api/v2", "/api/v2/admin/x": "/api/v2/admin",
		// They match the same path in every reading.
		"/%61pi/x": "/api", "/api/a%2Fb": "/api", "/api/a%2fb": "/api", "/api//x": "/api", "/api/x;y=1/z": "/api",
		"/api/%20": "/api", "/x//y": "", "/x%2Fy": "", "/api/.well-known": "/api", "/api/...": "/api", "/api/%252e%252e": "/api",
	} {
		found, err := findPath(paths, askedFor(t, raw))
		if err != nil {
			t.Errorf("%s is refused", raw)
			continue
		}
		if got := pathOfEntry(found); got != wanted {
			t.Errorf("%s matches %q instead of %q", raw, got, wanted)
		}
	}
}

func pathOfEntry(found *pathRoute) string {
	if found == nil {
		return ""
	}
	return found.Path
}

func TestPathsWithMoreThanOneMeaningAreRefused(t *testing.T) {
	paths := pathsOf(t, pathRoute{Path: "/api"}, pathRoute{Path: "/api/admin"})
	for _, raw := range []string{
		"/api/../x", "/x/../api", "/x/%2e%2e/api", "/x/%2E./api", "/x/..%2fapi", "/x%2F..%2Fapi", "/./api", "/api/.",
		"/api/..", "/api/x/../y", "/api/%2e", "/api%2f..", "//api", "///api/x", "/%2fapi", "/%5Capi", `/\api`, `/x\..\api`,
		"/api%2fx", "/api%5cx", "/api%2Fadmin", "/api/%2Fadmin", "/api//admin", `/api\admin`, "/api/;/admin", "/api;/x",
		"/api/admin;x", "/api/admin%3bx/y", "/api/..;/x", "/;/api", "/x/..;a=b/api", "/api%00", "/api/x%00", "/%2e%2e%2fapi",
	} {
		if found, err := findPath(paths, askedFor(t, raw)); err == nil {
			t.Errorf("%s matches %q", raw, pathOfEntry(found))
		}
	}
	if _, err := findPath(nil, askedFor(t, "/x/../api")); err != nil {
		t.Error("a hostname without paths refuses a path")
	}
}

func TestAStrippedPathIsNeverEmptyAndNeverAnotherHost(t *testing.T) {
	for raw, wanted := range map[string]string{
		"/api": "/", "/api/": "/", "/api/x": "/x", "/api/x/?q=/api": "/x/?q=/api", "/api?q": "/?q", "/api/api/x": "/api/x",
		"/api//evil.test/x": "/evil.test/x", "/api///": "/", `/api/\evil.test`: "/evil.test", "/api/%2Fevil.test": "/evil.test",
		"/api/%2f%5c%5C%2F/x": "/x", "/api/https://evil.test": "/https://evil.test", "/api/a%2Fb%20c": "/a%2Fb%20c",
		"/%61pi/%61": "/%61", "/api/a%252Fb": "/a%252Fb", "/api/%2520": "/%2520", "/api/a//b": "/a//b", "/api/%C3%A9": "/%C3%A9",
	} {
		paths := pathsOf(t, pathRoute{Path: "/api", StripPrefix: true})
		request := httptest.NewRequest("GET", "/", nil)
		request.URL = askedFor(t, raw)
		found, err := findPath(paths, request.URL)
		if err != nil || found == nil {
			t.Errorf("%s: %v %v", raw, found, err)
			continue
		}
		found.rewrite(request)
		if got := request.URL.RequestURI(); got != wanted || request.Header.Get("X-Forwarded-Prefix") != "/api" {
			t.Errorf("%s becomes %s instead of %s", raw, got, wanted)
		}
	}
}

func TestUnusablePathsDropOnlyTheirHostname(t *testing.T) {
	for _, each := range []string{
		`{"path":"/","service":"web"}`, `{"path":"api","service":"web"}`, `{"path":"/api/","service":"web"}`,
		`{"path":"//api","service":"web"}`, `{"path":"/a/../b","service":"web"}`, `{"path":"/a/.","service":"web"}`,
		`{"path":"/a%2fb","service":"web"}`, `{"path":"/a;b","service":"web"}`, `{"path":"/a b","service":"web"}`,
		`{"path":"/api","service":"../x"}`, `{"path":"/api"}`, `{"path":"/a","service":"web"},{"path":"/a","service":"web"}`,
	} {
		found, err := readTable([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web","paths":[` + each + `]},
			"b.test":{"environment":"env_1","service":"web","paths":[{"path":"/api","service":"api"}]}}}`))
		if err != nil || len(found.dropped) != 1 || found.routes["b.test"] == nil {
			t.Errorf("%s: %+v %v", each, found, err)
		}
	}
}

// Where a request goes: its service, and what the service sees; or the status of the proxy's own response.
func sentTo(t *testing.T, address string) (service, seen string, status int) {
	t.Helper()
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest("GET", address, nil)
	request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
	app := caddyhttp.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) error {
		pool, err := upstreams{}.GetUpstreams(r)
		if err != nil || len(pool) != 1 {
			t.Fatalf("%v %v", pool, err)
		}
		service, seen = pool[0].Dial, r.URL.RequestURI()
		return nil
	})
	if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
		t.Fatal(err)
	}
	return service, seen, recorder.Code
}

func TestPathsSendRequestsToTheirServices(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"environment":"env_paths","service":"web","paths":[
		{"path":"/api","service":"api","stripPrefix":true},{"path":"/api/files","service":"files"},
		{"path":"/gone","service":"gone"}]}}}`)
	addresses := release{"web": {"10.0.0.1:1"}, "api": {"10.0.0.2:1"}, "files": {"10.0.0.3:1"}}
	known := &watched[release]{path: t.TempDir(), read: func([]byte) (release, error) { return addresses, nil }}
	known.isRemoved = func() bool { return false }
	info, err := statFile(known.path)
	if err != nil {
		t.Fatal(err)
	}
	known.last.Store(&seen[release]{info, addresses})
	releases.Store("env_paths", known)
	t.Cleanup(func() { releases.Delete("env_paths") })
	for path, wanted := range map[string][2]string{
		"/x?y": {"10.0.0.1:1", "/x?y"}, "/api/x?y": {"10.0.0.2:1", "/x?y"}, "/api/files/x": {"10.0.0.3:1", "/api/files/x"},
	} {
		if service, seen, _ := sentTo(t, "http://a.test"+path); service != wanted[0] || seen != wanted[1] {
			t.Errorf("%s goes to %s as %s", path, service, seen)
		}
	}
	if _, _, status := sentTo(t, "http://a.test/gone/x"); status != http.StatusServiceUnavailable {
		t.Errorf("a path of a service that does not run: %d", status)
	}
	if _, _, status := sentTo(t, "http://a.test/x/..%2fapi"); status != http.StatusBadRequest {
		t.Errorf("a path with more than one meaning: %d", status)
	}
}
