package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestProbeReturnsTheBeginningOfPlainTextErrorsOnly(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/fine":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "fine")
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, "<p>settings of the app</p>")
		default:
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, strings.Repeat("é", 1_000))
		}
	}))
	defer server.Close()
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{"/fine": "", "/page": "", "/refused": strings.Repeat("é", 250)}
	for path, text := range wanted {
		input := fmt.Sprintf(`{"type":"http","address":%q,"port":%s,"path":%q,"hostname":"shop.example.com","timeoutMs":1000}`, at.Hostname(), at.Port(), path)
		result, err := probe(strings.NewReader(input))
		if err != nil {
			t.Fatal(err)
		}
		if got := result.(probeResult); !got.Ok || got.Text != text {
			t.Fatalf("%s: %+v", path, got)
		}
	}
}
