package main

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"golang.org/x/crypto/scrypt"
)

// Uses the routes of this test, in files as on a server.
func useTable(t testing.TB, text string) store {
	t.Helper()
	s := store{t.TempDir()}
	if err := writeFile(s.tableFile(), []byte(text)); err != nil {
		t.Fatal(err)
	}
	before := routes
	routes = &watched[*table]{path: s.tableFile(), read: readTable, isRemoved: func() bool { return false }}
	t.Cleanup(func() { routes = before })
	return s
}

type asked struct {
	*httptest.ResponseRecorder
	seen *http.Request
}

func requestPage(t *testing.T, method, address string, change func(*http.Request)) asked {
	t.Helper()
	request := httptest.NewRequest(method, address, nil)
	if change != nil {
		change(request)
	}
	recorder := httptest.NewRecorder()
	request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
	result := asked{ResponseRecorder: recorder}
	app := caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		result.seen = r
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return caddyhttp.Error(http.StatusBadGateway, err)
		}
		_, err := io.WriteString(w, "app")
		return err
	})
	if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
		t.Fatal(err)
	}
	return result
}

func TestUnusableEntriesAreSkippedOneByOne(t *testing.T) {
	found, err := readTable([]byte(`{"routes":{
		"good.test":{"environment":"env_1","service":"web"},
		"system.test":{"dial":"127.0.0.1:8460"},
		"Upper.test":{"environment":"env_1","service":"web"},
		"brace.test {":{"environment":"env_1","service":"web"},
		"type.test":{"environment":7,"service":"web"},
		"none.test":null,
		"dial.test":{"dial":"localhost:80"},
		"certificate.test":{"environment":"env_1","service":"web","certificate":{"chain":"x","key":"y"}},
		"account.test":{"environment":"env_1","service":"web","basicAuth":[{"name":"ann","salt":"","hash":""}]},
		"redirect.test":{"redirectTo":"https://a.test/\r\nX: y"},
		"rule.test":{"environment":"env_1","service":"web","redirects":[{"from":"/a","to":"//evil.test","status":308}]}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(found.routes) != 2 || found.routes["good.test"] == nil || found.routes["system.test"] == nil {
		t.Fatalf("%v", found.routes)
	}
	if len(found.dropped) != 9 {
		t.Fatalf("%v", found.dropped)
	}
}

func TestReadsTablesOfEarlierVersions(t *testing.T) {
	found, err := readTable([]byte(`{"a.test":{"environment":"env_1","service":"web"}}`))
	if err != nil || found.routes["a.test"] == nil {
		t.Fatalf("%+v %v", found, err)
	}
}

func TestRedirects(t *testing.T) {
	useTable(t, `{"routes":{
		"www.a.test":{"redirectTo":"https://a.test"},
		"secure.test":{"dial":"127.0.0.1:1","tls":true,"forceHttps":true},
		"a.test":{"dial":"127.0.0.1:1","redirects":[
			{"from":"/old","to":"/new","status":301},
			{"from":"/docs","isPrefix":true,"to":"https://docs.test/v2","status":308},
			{"from":"/top","isPrefix":true,"to":"/","status":302}]}}}`)
	for asked, wanted := range map[string]string{
		"http://www.a.test/x?y=1":      "https://a.test/x?y=1",
		"http://secure.test/x?y=1":     "https://secure.test/x?y=1",
		"http://a.test/old?y=1":        "http://a.test/new?y=1",
		"http://a.test:8080/old":       "http://a.test:8080/new",
		"http://a.test/docs":           "https://docs.test/v2",
		"http://a.test/docs/a%2Fb?c=d": "https://docs.test/v2/a%2Fb?c=d",
		"http://a.test/d%6fcs/x":       "https://docs.test/v2/x",
		"http://a.test/top//evil.test": "http://a.test/evil.test",
		"http://a.test/older":          "",
		"http://a.test/old/er":         "",
		"http://a.test/docsx":          "",
	} {
		if location := requestPage(t, "GET", asked, nil).Header().Get("Location"); location != wanted {
			t.Errorf("%s leads to %q", asked, location)
		}
	}
	odd := requestPage(t, "GET", "http://a.test/old", func(r *http.Request) { r.Host = "a.test:80@evil.test" })
	if location := odd.Header().Get("Location"); location != "http://a.test/new" {
		t.Errorf("a port that is none leads to %q", location)
	}
}

func TestClientsCannotFakeTheirAddress(t *testing.T) {
	useTable(t, `{"networks":{"cdn":["203.0.113.0/24"]},"routes":{
		"plain.test":{"dial":"127.0.0.1:1"},
		"behind.test":{"dial":"127.0.0.1:1","tls":true,"forceHttps":true,"behind":"cdn"}}}`)
	lie := func(from string) func(*http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr = from + ":4000"
			r.Header.Set("X-Forwarded-For", "9.9.9.9, 198.51.100.7, 203.0.113.9")
			r.Header.Set("X-Forwarded-Proto", "https")
			for _, name := range []string{"Forwarded", "X-Real-IP", "CF-Connecting-IP", "X-Forwarded-Port"} {
				r.Header.Set(name, "9.9.9.9")
			}
			r.Header["X_Forwarded_For"] = []string{"9.9.9.9"}
		}
	}
	direct := requestPage(t, "GET", "http://plain.test/", lie("198.51.100.1")).seen
	for name, values := range direct.Header {
		if strings.Contains(strings.Join(values, " "), "9.9.9.9") {
			t.Errorf("%s came through", name)
		}
	}
	if direct.Header.Get("X-Real-Ip") != "198.51.100.1" || direct.Header.Get("X-Forwarded-For") != "" {
		t.Errorf("%v", direct.Header)
	}
	behind := requestPage(t, "GET", "http://behind.test/", lie("203.0.113.5"))
	if behind.seen == nil || behind.seen.Header.Get("X-Real-Ip") != "198.51.100.7" {
		t.Fatalf("%d %v", behind.Code, behind.seen)
	}
	if forwarded := behind.seen.Header.Get("X-Forwarded-For"); forwarded != "198.51.100.7" {
		t.Errorf("told %q", forwarded)
	}
	if around := requestPage(t, "GET", "http://behind.test/", lie("198.51.100.1")); around.seen != nil {
		t.Error("somebody else than the network was believed to have used TLS")
	}
}

func accountJSON(name, password string) string {
	salt := []byte("0123456789abcdef")
	hash, _ := scrypt.Key([]byte(password), salt, scryptN, scryptR, scryptP, hashBytes)
	text, _ := json.Marshal([]account{{Name: name, Salt: base64.StdEncoding.EncodeToString(salt), Hash: base64.StdEncoding.EncodeToString(hash)}})
	return string(text)
}

func TestBasicAuth(t *testing.T) {
	access = newAccessCache()
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","reach":{"token":"t","answer":"here"},"basicAuth":`+accountJSON("ann", "right")+`}}}`)
	with := func(name, password string) asked {
		return requestPage(t, "GET", "http://a.test/", func(r *http.Request) { r.SetBasicAuth(name, password) })
	}
	if none := requestPage(t, "GET", "http://a.test/", nil); none.Code != 401 || none.Header().Get("WWW-Authenticate") == "" {
		t.Fatalf("%d", none.Code)
	}
	for range 2 {
		right := with("ann", "right")
		if right.Code != 200 || right.seen.Header.Get("Authorization") != "" {
			t.Fatalf("%d %v", right.Code, right.seen)
		}
	}
	for _, wrong := range [][2]string{{"ann", "wrong"}, {"ann", ""}, {"bob", "right"}, {"ann", strings.Repeat("x", 1000)}} {
		if code := with(wrong[0], wrong[1]).Code; code != 401 {
			t.Errorf("%v: %d", wrong, code)
		}
	}
	begun := time.Now()
	for range 1000 {
		with("ann", "right")
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("a thousand requests of somebody known took %v", took)
	}
	if proof := requestPage(t, "GET", "http://a.test/.well-known/longshore/t", nil); proof.Code != 200 || proof.Body.String() != "here" {
		t.Errorf("the proof: %d", proof.Code)
	}
	if proof := requestPage(t, "GET", "http://a.test/.well-known/longshore/u", nil); proof.Code != 404 {
		t.Errorf("another proof: %d", proof.Code)
	}
}

func TestBodiesHaveALimit(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","maxBodyBytes":10}}}`)
	for size, wanted := range map[int]int{10: 200, 11: 413} {
		for _, isDeclared := range []bool{true, false} {
			got := requestPage(t, "POST", "http://a.test/", func(r *http.Request) {
				r.Body, r.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat("x", size))), int64(size)
				if !isDeclared {
					r.ContentLength = -1
				}
			})
			if got.Code != wanted {
				t.Errorf("%d bytes, told %v: %d", size, isDeclared, got.Code)
			}
		}
	}
}

func TestAStoppingProxyAsksClientsToReconnect(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1"}}}`)
	connectionOf := func(isStopping bool, protocol int, upgrade string) string {
		request := httptest.NewRequest("GET", "http://a.test/", nil)
		request.ProtoMajor = protocol
		request.Header.Set("Upgrade", upgrade)
		recorder, replacer := httptest.NewRecorder(), caddy.NewReplacer()
		replacer.Set("http.shutting_down", isStopping)
		request = caddyhttp.PrepareRequest(request, replacer, recorder, &caddyhttp.Server{})
		app := caddyhttp.HandlerFunc(func(http.ResponseWriter, *http.Request) error { return nil })
		if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
			t.Fatal(err)
		}
		return recorder.Header().Get("Connection")
	}
	if connectionOf(true, 1, "") != "close" || connectionOf(true, 2, "") != "close" {
		t.Error("a stopping proxy keeps connections")
	}
	if connectionOf(false, 1, "") != "" || connectionOf(true, 3, "") != "" || connectionOf(true, 1, "websocket") != "" {
		t.Error("a connection closes without a reason")
	}
}

func TestUnavailableHostnamesRespondAtOnce(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"environment":"env_none","service":"web","tls":true,
		"hsts":{"maxAgeSeconds":60,"includeSubdomains":true},"maintenance":{"html":"<h1>Soon</h1>"}}}}`)
	people := requestPage(t, "GET", "https://a.test/", func(r *http.Request) { r.Header.Set("Accept", "text/html") })
	if people.Code != 503 || people.Body.String() != "<h1>Soon</h1>" || people.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", people.Code, people.Body)
	}
	if value := people.Header().Get("Strict-Transport-Security"); value != "max-age=60; includeSubDomains" {
		t.Errorf("hsts: %q", value)
	}
	program := requestPage(t, "GET", "http://a.test/", nil)
	if program.Code != 503 || strings.Contains(program.Body.String(), "<") || program.Header().Get("Strict-Transport-Security") != "" {
		t.Errorf("%d %s", program.Code, program.Body)
	}
}

func TestLostFilesAreServedFromMemory(t *testing.T) {
	s := useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1"}}}`)
	for _, damage := range []func() error{
		func() error { return nil },
		func() error { return os.WriteFile(s.tableFile(), []byte(`{"routes":`), 0o600) },
		func() error { return os.RemoveAll(s.root) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		if code := requestPage(t, "GET", "http://a.test/", nil).Code; code != 200 {
			t.Fatalf("%d", code)
		}
	}
}

func TestStatusReportsRoutesThatDifferFromTheLoadedOnes(t *testing.T) {
	s := store{t.TempDir()}
	page := `{"caddy":{},"table":{"routes":{"a.test":{"dial":"127.0.0.1:1","maintenance":{"html":"<b>&</b>"}},"B.test":{}}}}`
	done, err := s.load([]byte(page), 1, 0, func([]byte) error { return nil })
	if err != nil || len(done.Dropped) != 1 || done.Dropped[0].Hostname != "B.test" {
		t.Fatalf("%+v %v", done, err)
	}
	hash := func() string {
		found, err := s.status()
		if err != nil || len(found.Dropped) != 1 {
			t.Fatalf("%+v %v", found, err)
		}
		if found.ConfigurationHash == nil {
			return ""
		}
		return *found.ConfigurationHash
	}
	if hash() != done.Hash {
		t.Fatal("another hash than was loaded")
	}
	if err := os.WriteFile(filepath.Join(s.root, "table.json"), []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if hash() != "" {
		t.Fatal("changed routes are not noticed")
	}
	if err := s.restoreTable(); err != nil || hash() != done.Hash {
		t.Fatalf("not restored: %v", err)
	}
}

func TestLostReleasesAreServedFromMemoryAndRemovedOnesAreNot(t *testing.T) {
	s := store{t.TempDir()}
	mustPut(t, s, "dep_a", 1)
	if _, err := s.switchTo(target{"env_1", "dep_a", 1}, nil, nil); err != nil {
		t.Fatal(err)
	}
	file := watched[release]{path: s.currentLink("env_1"), read: readRelease, isRemoved: func() bool { return s.isOff("env_1") }}
	isThere := func() bool {
		found, err := file.get()
		return err == nil && len(found["web"]) == 1
	}
	if !isThere() {
		t.Fatal("it is not there")
	}
	if err := os.RemoveAll(s.folder("env_1")); err != nil || !isThere() {
		t.Fatal("what was lost is not answered from memory")
	}
	// The release returns, and doesn't have the traffic yet.
	mustPut(t, s, "dep_a", 2)
	if !isThere() {
		t.Fatal("not answered while it comes back")
	}
	if _, err := s.switchTo(target{"env_1", "dep_a", 2}, nil, nil); err != nil || !isThere() {
		t.Fatal("not answered when it is back")
	}
	if err := s.remove(target{"env_1", "", 3}); err != nil || isThere() {
		t.Fatal("what was removed is still answered")
	}
}
