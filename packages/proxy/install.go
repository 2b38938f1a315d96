package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The release of the control plane that manages this server's proxy. Its database gives a higher claim to each release
// that takes over, so that a worker of the previous release neither retires the proxy nor changes the configuration.
type installation struct {
	Claim int64 `json:"claim"`
}

func (s store) installationFile() string { return filepath.Join(s.root, "installation.json") }

func install(args []string) (any, error) {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	claim := flags.Int64("claim", -1, "")
	if err := flags.Parse(args); err != nil || *claim < 0 {
		return nil, fail("proxy_failed", "install needs --claim")
	}
	return nil, store{dataFolder}.install(*claim)
}

func (s store) install(claim int64) error {
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := s.checkClaim(claim); err != nil {
		return err
	}
	return writeJSON(s.installationFile(), installation{claim})
}

// Requires the lock.
func (s store) checkClaim(claim int64) error {
	content, err := os.ReadFile(s.installationFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var known installation
	if err == nil {
		err = json.Unmarshal(content, &known)
	}
	if err != nil {
		return err
	}
	if claim < known.Claim {
		return fail("stale_fence", "a newer release has this proxy: its claim is %d, this one is %d", known.Claim, claim)
	}
	return nil
}
