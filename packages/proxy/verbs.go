package main

import (
	"encoding/json"
	"flag"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"time"
)

type target struct {
	environment, release string
	fence                int64
}

func readTarget(verb string, args []string, more func(*flag.FlagSet)) (target, error) {
	var found target
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&found.environment, "environment", "", "")
	flags.StringVar(&found.release, "release", "", "")
	flags.Int64Var(&found.fence, "fence", -1, "")
	if more != nil {
		more(flags)
	}
	if err := flags.Parse(args); err != nil {
		return found, fail("proxy_failed", "%v", err)
	}
	if found.fence < 0 || flags.NArg() > 0 {
		return found, fail("proxy_failed", "%s needs --environment, --release and --fence", verb)
	}
	if found.release != "" {
		if err := checkName("a release", found.release); err != nil {
			return found, err
		}
	}
	return found, checkName("an environment", found.environment)
}

func readInput(value any) error {
	content, err := io.ReadAll(io.LimitReader(os.Stdin, maxInputBytes+1))
	if err != nil {
		return err
	}
	if len(content) > maxInputBytes {
		return fail("proxy_failed", "the input is too large")
	}
	if err := json.Unmarshal(content, value); err != nil {
		return fail("proxy_failed", "the input cannot be read: %v", err)
	}
	return nil
}

func put(args []string) (any, error) {
	wanted, err := readTarget("put", args, nil)
	if err != nil {
		return nil, err
	}
	var services release
	if err := readInput(&services); err != nil {
		return nil, err
	}
	return nil, store{dataFolder}.put(wanted, services)
}

func (s store) put(wanted target, services release) error {
	if err := checkName("a release", wanted.release); err != nil {
		return err
	}
	if err := checkRelease(services); err != nil {
		return err
	}
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	return s.write(wanted, services)
}

// Requires the lock.
func (s store) write(wanted target, services release) error {
	if _, err := s.claim(wanted.environment, wanted.fence); err != nil {
		return err
	}
	return writeJSON(s.releaseFile(wanted.environment, wanted.release), services)
}

func checkRelease(services release) error {
	if len(services) > maxServices {
		return fail("proxy_failed", "a release has too many services")
	}
	for name, addresses := range services {
		if err := checkName("a service", name); err != nil {
			return err
		}
		if len(addresses) > maxReplicas {
			return fail("proxy_failed", "service %s has too many replicas", name)
		}
		for _, address := range addresses {
			if _, err := netip.ParseAddrPort(address); err != nil {
				return fail("proxy_failed", "%q is not an address with a port", address)
			}
		}
	}
	return nil
}

type switched struct {
	Previous *string `json:"previous"`
	IsChange bool    `json:"isChange"`
}

func switchTo(args []string) (any, error) {
	var expected string
	var isExpecting, isPutting bool
	wanted, err := readTarget("switch", args, func(flags *flag.FlagSet) {
		flags.StringVar(&expected, "expected", "", "")
		flags.BoolVar(&isExpecting, "expecting", false, "")
		flags.BoolVar(&isPutting, "put", false, "")
	})
	if err != nil {
		return nil, err
	}
	var condition *string
	if isExpecting {
		condition = &expected
	}
	if !isPutting {
		return store{dataFolder}.switchTo(wanted, condition, nil)
	}
	services := release{}
	if err := readInput(&services); err != nil {
		return nil, err
	}
	return store{dataFolder}.switchTo(wanted, condition, services)
}

// An empty release removes the traffic; an empty expectation means that no release has it. Services are written first,
// if given: starting this program once costs less than twice.
func (s store) switchTo(wanted target, expected *string, services release) (*switched, error) {
	if services != nil {
		if err := checkName("a release", wanted.release); err != nil {
			return nil, err
		}
		if err := checkRelease(services); err != nil {
			return nil, err
		}
	}
	unlock, err := s.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if services != nil {
		if err := s.write(wanted, services); err != nil {
			return nil, err
		}
	}
	known, err := s.claim(wanted.environment, wanted.fence)
	if err != nil {
		return nil, err
	}
	current, err := s.current(wanted.environment)
	if err != nil {
		return nil, err
	}
	if current == wanted.release {
		return &switched{Previous: known.Previous}, nil
	}
	if expected != nil && current != *expected {
		return nil, fail("wrong_release", "release %q has the traffic, not %q", current, *expected)
	}
	if wanted.release != "" {
		if _, err := os.Stat(s.releaseFile(wanted.environment, wanted.release)); err != nil {
			return nil, fail("wrong_release", "release %s was not put here", wanted.release)
		}
	}
	known.Previous, known.IsOff = nil, wanted.release == ""
	if current != "" {
		known.Previous = &current
	}
	if err := s.writeState(wanted.environment, known); err != nil {
		return nil, err
	}
	return &switched{known.Previous, true}, s.setCurrent(wanted.environment, wanted.release)
}

func remove(args []string) (any, error) {
	wanted, err := readTarget("remove", args, nil)
	if err != nil {
		return nil, err
	}
	return nil, store{dataFolder}.remove(wanted)
}

// Without a release, removes the whole environment.
func (s store) remove(wanted target) error {
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Stat(s.folder(wanted.environment)); os.IsNotExist(err) {
		return nil
	}
	known, err := s.claim(wanted.environment, wanted.fence)
	if err != nil {
		return err
	}
	current, err := s.current(wanted.environment)
	if err != nil {
		return err
	}
	if wanted.release != "" {
		if current == wanted.release {
			return fail("wrong_release", "release %s has the traffic", wanted.release)
		}
		return removeFile(s.releaseFile(wanted.environment, wanted.release))
	}
	known.Previous, known.IsOff, known.RemovedAt = nil, true, time.Now().UTC().Format(time.RFC3339)
	if err := s.writeState(wanted.environment, known); err != nil {
		return err
	}
	if err := s.setCurrent(wanted.environment, ""); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(s.folder(wanted.environment), "releases"))
}
