package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func from(address string) func(*http.Request) {
	return func(r *http.Request) { r.RemoteAddr = "[" + address + "]:4000" }
}

func TestOnlyAllowedNetworksHaveAccess(t *testing.T) {
	useTable(t, `{"networks":{"cdn":["203.0.113.0/24"]},"routes":{
		"a.test":{"dial":"127.0.0.1:1","behind":"cdn","allowedNetworks":["198.51.100.0/24","2001:db8::/48"],"paths":[
			{"path":"/open","service":"web","hasOwnAccess":true},{"path":"/same","service":"web"},
			{"path":"/one","service":"web","allowedNetworks":["192.0.2.7/32"]}]}}}`)
	for _, each := range []struct {
		path, client string
		status       int
	}{
		{"/", "198.51.100.9", 200}, {"/", "::ffff:198.51.100.9", 200}, {"/", "2001:db8::1", 200}, {"/", "192.0.2.7", 403},
		{"/", "2001:db8:1::1", 403}, {"/same/x", "192.0.2.7", 403}, {"/same/x", "198.51.100.9", 200},
		{"/open/x", "192.0.2.8", 200}, {"/one/x", "192.0.2.7", 200}, {"/one/x", "198.51.100.9", 403},
	} {
		if got := requestPage(t, "GET", "http://a.test"+each.path, from(each.client)); got.Code != each.status {
			t.Errorf("%s from %s: %d", each.path, each.client, got.Code)
		}
	}
	forwarded := func(peer, client string) int {
		return requestPage(t, "GET", "http://a.test/", func(r *http.Request) {
			r.RemoteAddr = peer + ":4000"
			r.Header.Set("X-Forwarded-For", client)
		}).Code
	}
	if code := forwarded("203.0.113.9", "198.51.100.9"); code != 200 {
		t.Errorf("a client behind the network: %d", code)
	}
	if code := forwarded("203.0.113.9", "192.0.2.1"); code != 403 {
		t.Errorf("another client behind the network: %d", code)
	}
	if code := forwarded("192.0.2.1", "198.51.100.9"); code != 403 {
		t.Errorf("a client that claims another address: %d", code)
	}
	if code := requestPage(t, "GET", "http://a.test/", func(r *http.Request) { r.RemoteAddr = "@" }).Code; code != 403 {
		t.Errorf("a client without an address: %d", code)
	}
}

func TestRateLimitsCountClientsSeparately(t *testing.T) {
	now := time.Unix(1_000, 0)
	before := requestCounts
	requestCounts = newCounts(maxCounted, func() time.Time { return now })
	t.Cleanup(func() { requestCounts = before })
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","rateLimit":{"requests":3,"seconds":60},"paths":[
		{"path":"/same","service":"web"},{"path":"/own","service":"web","rateLimit":{"requests":1,"seconds":1}}]},
		"b.test":{"dial":"127.0.0.1:1","rateLimit":{"requests":3,"seconds":60}}}}`)
	ask := func(address, client string) asked { return requestPage(t, "GET", "http://"+address, from(client)) }
	expect := func(what string, got asked, status int) {
		t.Helper()
		if got.Code != status {
			t.Errorf("%s: %d", what, got.Code)
		}
	}
	for _, path := range []string{"", "/x", "/same"} {
		expect("one of three", ask("a.test"+path, "192.0.2.1"), 200)
	}
	fourth := ask("A.test.:80", "192.0.2.1")
	expect("the fourth, with another spelling", fourth, 429)
	if wait := fourth.Header().Get("Retry-After"); wait != "20" {
		t.Errorf("has to wait %q seconds", wait)
	}
	expect("the same path", ask("a.test/same", "192.0.2.1"), 429)
	expect("another client", ask("a.test", "192.0.2.2"), 200)
	expect("another hostname", ask("b.test", "192.0.2.1"), 200)
	expect("a path with its own limit", ask("a.test/own", "192.0.2.1"), 200)
	expect("the second one there", ask("a.test/own", "192.0.2.1"), 429)
	now = now.Add(19 * time.Second)
	expect("too early", ask("a.test", "192.0.2.1"), 429)
	now = now.Add(time.Second)
	expect("in time", ask("a.test", "192.0.2.1"), 200)
	expect("only one", ask("a.test", "192.0.2.1"), 429)
	for index := range 3 {
		expect("one network", ask("b.test", fmt.Sprintf("2001:db8::%d", index+1)), 200)
	}
	expect("one network", ask("b.test", "2001:db8::ffff:9"), 429)
	expect("the next network", ask("b.test", "2001:db8:0:1::1"), 200)
}

func TestCountsOfRateLimitsAreBounded(t *testing.T) {
	all := newCounts(100, time.Now)
	limit := &rateLimit{1, 3600}
	steady := netip.MustParseAddr("192.0.2.1")
	all.take("a", limit, steady)
	for index := range 10_000 {
		all.take("a", limit, netip.AddrFrom4([4]byte{10, 0, byte(index >> 8), byte(index)}))
		if len(all.newer)+len(all.older) > 100 {
			t.Fatalf("%d clients are counted", len(all.newer)+len(all.older))
		}
		if index%20 == 0 && all.take("a", limit, steady) == 0 {
			t.Fatal("a client that keeps sending was forgotten")
		}
	}
}

func TestPathsHaveTheirOwnSignInsAndLimits(t *testing.T) {
	access = newAccessCache()
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","maxBodyBytes":5,"basicAuth":`+accountJSON("ann", "right")+`,"paths":[
		{"path":"/hooks","service":"web","hasOwnAccess":true},{"path":"/same","service":"web"},
		{"path":"/admin","service":"web","maxBodyBytes":10,"basicAuth":`+accountJSON("bob", "secret")+`}]}}}`)
	for _, each := range []struct {
		path, name, password string
		status               int
	}{
		{"/", "ann", "right", 200}, {"/", "bob", "secret", 401}, {"/hooks", "", "", 200}, {"/same", "", "", 401}, {"/same", "ann", "right", 200},
		{"/admin", "bob", "secret", 200}, {"/admin", "ann", "right", 401}, {"/admin/x", "", "", 401}, {"/%61dmin/x", "", "", 401},
	} {
		got := requestPage(t, "GET", "http://a.test"+each.path, func(r *http.Request) {
			if each.name != "" {
				r.SetBasicAuth(each.name, each.password)
			}
		})
		if got.Code != each.status {
			t.Errorf("%s as %q: %d", each.path, each.name, got.Code)
		}
	}
	for path, wanted := range map[string]int{"/hooks": 413, "/admin": 200} {
		got := requestPage(t, "POST", "http://a.test"+path, func(r *http.Request) {
			r.SetBasicAuth("bob", "secret")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("0123456789")), 10
		})
		if got.Code != wanted {
			t.Errorf("ten bytes for %s: %d", path, got.Code)
		}
	}
}

func TestHeadersOfThePathComeAfterThoseOfTheHostname(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1",
		"requestHeaders":{"set":[{"name":"x-team","value":"{env.HOME}"},{"name":"X-Both","value":"host"}],"remove":["X-Debug"]},
		"responseHeaders":{"set":[{"name":"X-Frame-Options","value":"DENY"},{"name":"X-App","value":"host"}]},
		"paths":[{"path":"/p","service":"web","requestHeaders":{"set":[{"name":"X-Both","value":"path"}]},
			"responseHeaders":{"remove":["X-Frame-Options","X-Server"]}}]}}}`)
	respondWith := func(address string, app caddyhttp.HandlerFunc) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest("GET", address, nil)
		request.Header.Set("X-Debug", "1")
		request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
		if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
			t.Fatal(err)
		}
		return recorder
	}
	app := func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("X-Seen", r.Header.Get("X-Team")+" "+r.Header.Get("X-Both")+" "+r.Header.Get("X-Debug"))
		w.Header().Set("X-App", "app")
		w.Header().Set("X-Server", "app")
		_, err := io.WriteString(w, "app")
		return err
	}
	top := respondWith("http://a.test/", app).Header()
	if top.Get("X-Seen") != "{env.HOME} host " || top.Get("X-App") != "host" || top.Get("X-Frame-Options") != "DENY" || top.Get("X-Server") != "app" {
		t.Errorf("%v", top)
	}
	path := respondWith("http://a.test/p", app).Header()
	if path.Get("X-Seen") != "{env.HOME} path " || path.Get("X-App") != "host" || path.Get("X-Frame-Options") != "" || path.Get("X-Server") != "" {
		t.Errorf("%v", path)
	}
}

func TestUnusableRulesDropTheirHostname(t *testing.T) {
	for _, each := range []string{
		`"timeoutSeconds":-1`, `"timeoutSeconds":4000`, `"rateLimit":{"requests":0,"seconds":1}`, `"rateLimit":{"requests":1,"seconds":0}`,
		`"rateLimit":{}`, `"allowedNetworks":["198.51.100.1"]`, `"allowedNetworks":["::ffff:1.2.3.0/120"]`, `"allowedNetworks":[""]`,
		`"maxBodyBytes":-1`, `"basicAuth":[{}]`, `"requestHeaders":{"remove":["X_A"]}`, `"requestHeaders":{"remove":[""]}`,
		`"requestHeaders":{"set":[{"name":"X-A","value":""}]}`, `"requestHeaders":{"set":[{"name":"X-A","value":"a\r\nb"}]}`,
		`"responseHeaders":{"set":[{"name":"X-A","value":"é"}]}`, `"responseHeaders":{"set":[{"name":"X A","value":"a"}]}`,
	} {
		for _, entry := range []string{each, `"paths":[{"path":"/a","service":"web",` + each + `}]`} {
			found, err := readTable([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web",` + entry + `}}}`))
			if err != nil || len(found.dropped) != 1 {
				t.Errorf("%s: %+v %v", entry, found, err)
			}
		}
	}
	reserved := map[string][]string{
		"requestHeaders":  {"Host", "authorization", "X-Forwarded-For", "X-Forwarded-Anything", "X-Real-IP", "Forwarded", "Connection", "Upgrade", "Content-Length", "Longshore-Proxy"},
		"responseHeaders": {"Set-Cookie", "strict-transport-security", "Transfer-Encoding", "Content-Length", "Content-Encoding", "longshore-proxy", "Alt-Svc"},
	}
	for kind, names := range reserved {
		for _, name := range names {
			for _, change := range []string{`{"remove":["` + name + `"]}`, `{"set":[{"name":"` + name + `","value":"x"}]}`} {
				found, err := readTable([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web","` + kind + `":` + change + `}}}`))
				if err != nil || len(found.dropped) != 1 {
					t.Errorf("%s %s: %+v %v", kind, change, found, err)
				}
			}
		}
	}
}

func TestSlowResponsesBecome504(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","tls":true,"timeoutSeconds":1,"hsts":{"maxAgeSeconds":60},
		"responseHeaders":{"set":[{"name":"X-A","value":"set"}]}}}}`)
	send := func(body io.Reader, app caddyhttp.HandlerFunc) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest("POST", "https://a.test/", body)
		request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
		if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
			t.Fatal(err)
		}
		return recorder
	}
	late := send(nil, func(w http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		// Caddy responds to a canceled request like this.
		w.Header().Set("X-Late", "1")
		w.WriteHeader(499)
		return nil
	})
	if late.Code != 504 || late.Header().Get("X-Late") != "" || late.Header().Get("Longshore-Proxy") == "" || late.Header().Get("Strict-Transport-Security") == "" {
		t.Errorf("%d %v", late.Code, late.Header())
	}
	// A response that has begun, and an upload that makes progress, can take longer.
	streaming := send(nil, func(w http.ResponseWriter, r *http.Request) error {
		w.WriteHeader(http.StatusOK)
		select {
		case <-r.Context().Done():
			t.Error("a response that has begun was ended")
		case <-time.After(1500 * time.Millisecond):
		}
		_, err := io.WriteString(w, "end")
		return err
	})
	if streaming.Body.String() != "end" || streaming.Header().Get("X-A") != "set" {
		t.Errorf("%q", streaming.Body)
	}
	upload := send(&slowReader{parts: 8}, func(w http.ResponseWriter, r *http.Request) error {
		content, err := io.ReadAll(r.Body)
		if err != nil || r.Context().Err() != nil {
			t.Errorf("an upload was ended: %v", err)
		}
		_, err = w.Write(content)
		return err
	})
	if upload.Code != 200 || upload.Body.Len() != 8 {
		t.Errorf("%d %q", upload.Code, upload.Body)
	}
}

// Takes two seconds for eight parts.
type slowReader struct{ parts int }

func (s *slowReader) Read(into []byte) (int, error) {
	if s.parts == 0 {
		return 0, io.EOF
	}
	time.Sleep(250 * time.Millisecond)
	s.parts--
	into[0] = 'x'
	return 1, nil
}
