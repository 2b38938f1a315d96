package main

import "testing"

func TestOlderReleaseNeitherTakesTheProxyNorChangesItsConfiguration(t *testing.T) {
	s := store{t.TempDir()}
	load := func(version, claim int64) string {
		_, err := s.load([]byte(`{"caddy":{},"table":{}}`), version, claim, func([]byte) error { return nil })
		return codeOf(err)
	}
	if err := s.install(7); err != nil {
		t.Fatal(err)
	}
	if code := load(1, 7); code != "" {
		t.Fatalf("the release that has the proxy was refused: %s", code)
	}
	if err := s.install(8); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(s.install(7)); code != "stale_fence" {
		t.Fatalf("an older release took the proxy back: %q", code)
	}
	// A newer version of the rows doesn't change that.
	if code := load(2, 7); code != "stale_fence" {
		t.Fatalf("an older release changed the configuration: %q", code)
	}
	if code := load(2, 8); code != "" {
		t.Fatalf("the newest release was refused: %s", code)
	}
}
