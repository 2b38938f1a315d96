package main

import (
	"strconv"
	"testing"
)

func TestAProbeReachesTheProxyWhereItListens(t *testing.T) {
	for listen, wanted := range map[string]string{
		`":80"`: "127.0.0.1 80", `"127.0.0.1:8080"`: "127.0.0.1 8080", `"10.0.0.5:8080"`: "10.0.0.5 8080",
		`"0.0.0.0:8080"`: "127.0.0.1 8080", `"nonsense"`: "127.0.0.1 80",
	} {
		caddy := []byte(`{"apps":{"http":{"servers":{"plain":{"listen":[` + listen + `]}}}}}`)
		address, port := (&configuration{Caddy: caddy}).plainAddress("127.0.0.1", 80)
		if got := address + " " + strconv.Itoa(port); got != wanted {
			t.Errorf("%s: got %s, want %s", listen, got, wanted)
		}
	}
}

func TestATakenPortIsNamed(t *testing.T) {
	text := `loading new config: http app module: start: listening on :443: listen tcp :443: bind: address already in use`
	if !isPortTaken(text) || takenPort(text) != "port 443" {
		t.Errorf("got %q", takenPort(text))
	}
	if isPortTaken("loading config: unknown module") {
		t.Error("another failure is no conflict")
	}
}
