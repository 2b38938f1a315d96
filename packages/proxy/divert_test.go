package main

import (
	"testing"
	"time"
)

func TestRequestsGoToTheOtherAddressUntilItEnds(t *testing.T) {
	s := store{t.TempDir()}
	before := diversions
	diversions = watchDiversion(s)
	t.Cleanup(func() { diversions = before })
	const port, candidate = "127.0.0.1:8460", "172.20.0.5:8460"
	expect := func(dial, wanted string, at time.Time) {
		t.Helper()
		if found := divertedFrom(dial, at); found != wanted {
			t.Fatalf("%s goes to %s, not to %s", dial, found, wanted)
		}
	}
	expect(port, port, time.Now())
	if err := s.divert(diversion{From: port, To: candidate}, time.Minute); err != nil {
		t.Fatal(err)
	}
	expect(port, candidate, time.Now())
	expect("127.0.0.1:9000", "127.0.0.1:9000", time.Now())
	expect(port, port, time.Now().Add(2*time.Minute))
	for range 2 {
		if err := s.endDiversion(); err != nil {
			t.Fatal(err)
		}
		expect(port, port, time.Now())
	}
}

func TestUnusableDiversionsAreRefused(t *testing.T) {
	s := store{t.TempDir()}
	for _, wanted := range []diversion{{From: "localhost:80", To: "127.0.0.1:81"}, {From: "127.0.0.1:80"}} {
		if s.divert(wanted, time.Minute) == nil {
			t.Fatalf("%v is accepted", wanted)
		}
	}
	for _, duration := range []time.Duration{0, -time.Second, time.Hour} {
		if s.divert(diversion{From: "127.0.0.1:80", To: "127.0.0.1:81"}, duration) == nil {
			t.Fatalf("%v is accepted", duration)
		}
	}
}
