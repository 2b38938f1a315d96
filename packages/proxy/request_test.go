package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

const oneRoute = `{"routes":{"a.test":{"environment":"env_request","service":"web"}}}`

// Requests of this test go to the releases in its own folder.
func useReleases(tb testing.TB, s store, environment string) {
	tb.Helper()
	isRemoved := func() bool { return s.isOff(environment) }
	releases.Store(environment, &watched[release]{path: s.currentLink(environment), read: readRelease, isRemoved: isRemoved})
	tb.Cleanup(func() { releases.Delete(environment) })
}

func switchToAddress(tb testing.TB, s store, number int64) string {
	tb.Helper()
	address := fmt.Sprintf("127.0.0.1:%d", 10_000+number)
	wanted := target{"env_request", fmt.Sprintf("dep_%d", number), number}
	if _, err := s.switchTo(wanted, nil, release{"web": {address}}); err != nil {
		tb.Fatal(err)
	}
	return address
}

// Sends a request through our handler and returns what its next handler sees as the address of the app.
func serveTo(tb testing.TB, next func(*http.Request)) {
	tb.Helper()
	request := httptest.NewRequest("GET", "http://a.test/hello?from=test", nil)
	for _, name := range []string{"Accept", "Accept-Encoding", "Accept-Language", "Cookie", "User-Agent"} {
		request.Header.Set(name, "value")
	}
	recorder := httptest.NewRecorder()
	request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
	err := (routing{}).ServeHTTP(recorder, request, caddyhttp.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) error {
		next(r)
		return nil
	}))
	if err != nil || recorder.Code != http.StatusOK {
		tb.Fatalf("%d %v", recorder.Code, err)
	}
}

func upstreamOf(tb testing.TB, r *http.Request) string {
	tb.Helper()
	pool, err := upstreams{}.GetUpstreams(r)
	if err != nil || len(pool) != 1 {
		tb.Fatalf("%v %v", pool, err)
	}
	return pool[0].Dial
}

func TestTheFirstRequestAfterASwitchGoesToTheNewRelease(t *testing.T) {
	s := useTable(t, oneRoute)
	useReleases(t, s, "env_request")
	for number := range int64(200) {
		wanted := switchToAddress(t, s, number+1)
		serveTo(t, func(r *http.Request) {
			if found := upstreamOf(t, r); found != wanted {
				t.Fatalf("request %d went to %s, not %s", number, found, wanted)
			}
		})
	}
}

func TestARetryGoesToTheReleaseThatHasTheTrafficByThen(t *testing.T) {
	s := useTable(t, oneRoute)
	useReleases(t, s, "env_request")
	before := switchToAddress(t, s, 1)
	serveTo(t, func(r *http.Request) {
		if found := upstreamOf(t, r); found != before {
			t.Fatalf("the request went to %s, not %s", found, before)
		}
		after := switchToAddress(t, s, 2)
		if found := upstreamOf(t, r); found != after {
			t.Fatalf("the retry went to %s, not %s", found, after)
		}
	})
}

func TestForwardedHeadersAreRecognizedInEverySpelling(t *testing.T) {
	for name := range forwardedHeaders {
		for _, spelling := range []string{name, http.CanonicalHeaderKey(name), strings.ToUpper(name), strings.ReplaceAll(name, "-", "_")} {
			if !isForwardedHeader(spelling) {
				t.Errorf("%s reaches apps", spelling)
			}
		}
	}
	for _, name := range []string{"", "Accept", "X-Forwarded", "X-Original-Forwarded-Forever"} {
		if isForwardedHeader(name) {
			t.Errorf("%s doesn't reach apps", name)
		}
	}
}

// Time and memory that our handlers add to each request.
func BenchmarkRequest(b *testing.B) {
	s := useTable(b, oneRoute)
	useReleases(b, s, "env_request")
	switchToAddress(b, s, 1)
	request := httptest.NewRequest("GET", "http://a.test/hello?from=test", nil)
	for _, name := range []string{"Accept", "Accept-Encoding", "Accept-Language", "Cookie", "User-Agent"} {
		request.Header.Set(name, "value")
	}
	recorder := httptest.NewRecorder()
	request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
	next := caddyhttp.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) error {
		upstreamOf(b, r)
		return nil
	})
	b.ReportAllocs()
	for b.Loop() {
		if err := (routing{}).ServeHTTP(recorder, request, next); err != nil {
			b.Fatal(err)
		}
	}
}
