package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const addresses = "10.0.0.2:3000"

func codeOf(err error) string {
	var known *failure
	if errors.As(err, &known) {
		return known.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func mustPut(t *testing.T, s store, release string, fence int64) {
	t.Helper()
	if err := s.put(target{"env_1", release, fence}, map[string][]string{"web": {addresses}}); err != nil {
		t.Fatal(err)
	}
}

func TestSwitchIsFencedAndRepeatable(t *testing.T) {
	s := store{t.TempDir()}
	mustPut(t, s, "dep_a", 1)
	mustPut(t, s, "dep_b", 2)
	if code := codeOf(s.put(target{"env_1", "dep_c", 1}, nil)); code != "stale_fence" {
		t.Fatalf("an older fence put: %q", code)
	}
	if _, err := s.switchTo(target{"env_1", "dep_a", 2}, nil, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		done, err := s.switchTo(target{"env_1", "dep_b", 3}, nil, nil)
		if err != nil || done.Previous == nil || *done.Previous != "dep_a" {
			t.Fatalf("%+v %v", done, err)
		}
	}
	if _, err := s.switchTo(target{"env_1", "dep_a", 2}, nil, nil); codeOf(err) != "stale_fence" {
		t.Fatalf("an older fence switched: %v", err)
	}
	other := "dep_x"
	if _, err := s.switchTo(target{"env_1", "dep_a", 3}, &other, nil); codeOf(err) != "wrong_release" {
		t.Fatalf("not the expected release: %v", err)
	}
	if code := codeOf(s.remove(target{"env_1", "dep_b", 3})); code != "wrong_release" {
		t.Fatalf("the release with the traffic was removed: %q", code)
	}
}

func TestRemovedEnvironmentKeepsItsFence(t *testing.T) {
	s := store{t.TempDir()}
	mustPut(t, s, "dep_a", 5)
	if err := s.remove(target{"env_1", "", 6}); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(s.put(target{"env_1", "dep_a", 5}, nil)); code != "stale_fence" {
		t.Fatalf("a late worker put: %q", code)
	}
	found, err := s.status()
	if err != nil || len(found.Environments) != 0 {
		t.Fatalf("%+v %v", found, err)
	}
	s.forgetRemoved(time.Now().Add(2 * forgetRemoved))
	if _, err := os.Stat(s.folder("env_1")); !os.IsNotExist(err) {
		t.Fatal("it is remembered for ever")
	}
}

func TestWritersRunOneAtATime(t *testing.T) {
	s := store{t.TempDir()}
	mustPut(t, s, "dep_a", 1)
	var group sync.WaitGroup
	for fence := int64(2); fence < 40; fence++ {
		group.Go(func() { s.switchTo(target{"env_1", "dep_a", fence}, nil, nil) })
	}
	group.Wait()
	if known, err := s.readState("env_1"); err != nil || known.Fence != 39 {
		t.Fatalf("%+v %v", known, err)
	}
}

func TestNamesCannotLeaveTheFolder(t *testing.T) {
	for _, name := range []string{"..", "../x", "a/b", "", "A", "-x", "a\n", ".x"} {
		if checkName("an environment", name) == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
	if codeOf(checkRelease(release{"web": {"localhost:80"}})) == "" {
		t.Error("a name is taken for an address")
	}
}

func TestLoadReloadsCaddyOnlyForItsOwnPart(t *testing.T) {
	s := store{t.TempDir()}
	reloads := 0
	reload := func([]byte) error { reloads++; return nil }
	load := func(caddy, table string, version int64) error {
		_, err := s.load([]byte(`{"caddy":`+caddy+`,"table":`+table+`}`), version, 0, reload)
		return err
	}
	one := `{"a.test":{"environment":"env_1","service":"web"}}`
	for version, table := range []string{`{}`, one, one} {
		if err := load(`{"apps":{}}`, table, int64(version)); err != nil {
			t.Fatal(err)
		}
	}
	if reloads != 1 {
		t.Fatalf("%d reloads", reloads)
	}
	if code := codeOf(load(`{"apps":{}}`, `{}`, 1)); code != "stale_fence" {
		t.Fatalf("an older configuration: %q", code)
	}
	if code := codeOf(load(`{}`, `[]`, 9)); code != "proxy_configuration_refused" {
		t.Fatalf("an unusable table: %q", code)
	}
	if err := load(`{"apps":{"http":{}}}`, one, 9); err != nil || reloads != 2 {
		t.Fatalf("%v, %d reloads", err, reloads)
	}
}

func TestWatchedFileIsReadAgainWhenReplaced(t *testing.T) {
	s := store{t.TempDir()}
	reads := 0
	file := watched[*table]{path: s.tableFile(), read: func(content []byte) (*table, error) {
		reads++
		return readTable(content)
	}, isRemoved: func() bool { return false }}
	for round, content := range []string{`{}`, `{"a.test":{"environment":"env_1","service":"web"}}`} {
		if err := writeFile(s.tableFile(), []byte(content)); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			found, err := file.get()
			if err != nil || len(found.routes) != round {
				t.Fatalf("round %d: %v %v", round, found, err)
			}
		}
	}
	if reads != 2 {
		t.Fatalf("read %d times", reads)
	}
}

func TestSwitchWritesGivenServices(t *testing.T) {
	s := store{t.TempDir()}
	services := release{"web": {addresses}}
	done, err := s.switchTo(target{"env_1", "dep_a", 3}, nil, services)
	if err != nil || !done.IsChange {
		t.Fatalf("%+v %v", done, err)
	}
	if current, _ := s.current("env_1"); current != "dep_a" {
		t.Fatalf("%q has the traffic", current)
	}
	if _, err := s.switchTo(target{"env_1", "dep_b", 2}, nil, services); codeOf(err) != "stale_fence" {
		t.Fatalf("an older fence switched: %v", err)
	}
	if known, _ := s.releases("env_1"); len(known) != 1 {
		t.Fatalf("an older fence put: %v", known)
	}
	if _, err := s.switchTo(target{"env_1", "dep_c", 4}, nil, release{"web": {"nowhere"}}); err == nil {
		t.Fatal("an address that is none was put")
	}
}

func TestProbeRetriesWhileNothingListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	asked := func(forMs int) probeResult {
		text := fmt.Sprintf(`{"type":"tcp","address":"127.0.0.1","port":%d,"timeoutMs":1000,"forMs":%d}`, port, forMs)
		result, err := probe(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return result.(probeResult)
	}
	if result := asked(0); result.Ok || result.Reason != "refused" {
		t.Fatalf("%+v", result)
	}
	go func() {
		time.Sleep(50 * time.Millisecond)
		late, err := net.Listen("tcp", address)
		if err == nil {
			time.Sleep(2 * time.Second)
			late.Close()
		}
	}()
	if result := asked(5_000); !result.Ok {
		t.Fatalf("%+v", result)
	}
}
