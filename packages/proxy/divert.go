package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"time"
)

const maxDiversion = 10 * time.Minute

// While a fixed address on this server is replaced, its requests go to another one. The upgrade of the control plane uses
// it: Docker publishes a port for one container only. It expires, because the upgrade can die before it ends it.
type diversion struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Until int64  `json:"until"` // Unix milliseconds
}

func (s store) diversionFile() string { return filepath.Join(s.root, "diversion.json") }

var diversions = watchDiversion(store{dataFolder})

func watchDiversion(s store) *watched[diversion] {
	return &watched[diversion]{path: s.diversionFile(), read: readDiversion, isRemoved: func() bool { return true }}
}

func readDiversion(content []byte) (diversion, error) {
	var found diversion
	return found, json.Unmarshal(content, &found)
}

func divertedFrom(dial string, now time.Time) string {
	found, err := diversions.get()
	if err != nil || found.From != dial || now.UnixMilli() >= found.Until {
		return dial
	}
	return found.To
}

func divert(args []string) (any, error) {
	flags := flag.NewFlagSet("divert", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	from := flags.String("from", "", "")
	to := flags.String("to", "", "")
	seconds := flags.Int64("seconds", 0, "")
	isEnd := flags.Bool("end", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return nil, fail("proxy_failed", "divert needs --from, and --to with --seconds, or --end")
	}
	if *isEnd {
		return nil, store{dataFolder}.endDiversion()
	}
	return nil, store{dataFolder}.divert(diversion{From: *from, To: *to}, time.Duration(*seconds)*time.Second)
}

func (s store) divert(wanted diversion, duration time.Duration) error {
	for _, address := range []string{wanted.From, wanted.To} {
		if _, err := netip.ParseAddrPort(address); err != nil {
			return fail("proxy_failed", "%q is not an address with a port", address)
		}
	}
	if duration <= 0 || duration > maxDiversion {
		return fail("proxy_failed", "a diversion lasts up to %v", maxDiversion)
	}
	wanted.Until = time.Now().Add(duration).UnixMilli()
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	return writeJSON(s.diversionFile(), wanted)
}

func (s store) endDiversion() error {
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := os.Remove(s.diversionFile()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
