package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func TestMaintenanceThatIsOnReplacesTheApp(t *testing.T) {
	useTable(t, `{"routes":{"a.test":{"dial":"127.0.0.1:1","maintenance":{"html":"<h1>Soon</h1>","isOn":true},
		"redirects":[{"from":"/old","to":"/new","status":301}],"reach":{"token":"t","answer":"here"}}}}`)
	people := func(r *http.Request) { r.Header.Set("Accept", "text/html") }
	page := requestPage(t, "GET", "http://a.test/x", people)
	if page.Code != 503 || page.Body.String() != "<h1>Soon</h1>" || page.Header().Get("Retry-After") == "" || page.seen != nil {
		t.Errorf("%d %s", page.Code, page.Body)
	}
	if program := requestPage(t, "GET", "http://a.test/x", nil); program.Code != 503 || program.Body.String() == "<h1>Soon</h1>" {
		t.Errorf("%d %s", program.Code, program.Body)
	}
	if proof := requestPage(t, "GET", "http://a.test/.well-known/longshore/t", nil); proof.Code != 200 {
		t.Errorf("the proof: %d", proof.Code)
	}
}

func TestErrorPagesAreForPeople(t *testing.T) {
	useTable(t, `{"routes":{"plain.test":{"dial":"127.0.0.1:1","timeoutSeconds":1},"a.test":{"dial":"127.0.0.1:1","timeoutSeconds":1,"errorPages":[
		{"status":502,"html":"<h1>Sorry</h1>"},{"status":504,"html":"<h1>Slow</h1>"}]}}}`)
	failWith := func(address, accept string, app caddyhttp.HandlerFunc) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest("GET", address, nil)
		request.Header.Set("Accept", accept)
		request = caddyhttp.PrepareRequest(request, caddy.NewReplacer(), recorder, &caddyhttp.Server{})
		if err := (routing{}).ServeHTTP(recorder, request, app); err != nil {
			t.Fatal(err)
		}
		return recorder
	}
	refused := func(http.ResponseWriter, *http.Request) error { return caddyhttp.Error(502, errors.New("refused")) }
	late := func(w http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		w.WriteHeader(499)
		return nil
	}
	for _, each := range []struct {
		address, accept string
		app             caddyhttp.HandlerFunc
		status          int
		body            string
	}{
		{"http://a.test/", "text/html,*/*", refused, 502, "<h1>Sorry</h1>"}, {"http://a.test/", "*/*", refused, 502, "The app does not accept connections.\n"},
		{"http://a.test/", "text/html", late, 504, "<h1>Slow</h1>"}, {"http://plain.test/", "text/html", late, 504, "The app took too long to respond.\n"},
	} {
		got := failWith(each.address, each.accept, each.app)
		if got.Code != each.status || got.Body.String() != each.body || got.Header().Get("Longshore-Proxy") == "" {
			t.Errorf("%+v: %d %q", each, got.Code, got.Body)
		}
	}
	for _, page := range []string{`{"status":500,"html":"x"}`, `{"html":"x"}`, `7`} {
		found, err := readTable([]byte(`{"routes":{"a.test":{"dial":"127.0.0.1:1","errorPages":[` + page + `]}}}`))
		if err != nil || len(found.dropped) != 1 {
			t.Errorf("%s: %+v %v", page, found, err)
		}
	}
}
