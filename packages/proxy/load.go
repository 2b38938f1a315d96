package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	adminSocket  = "/run/longshore/admin.sock"
	adminTimeout = 30 * time.Second
)

// The configuration that the worker compiles. Our own modules read routes and certificates with each request and
// handshake, so that a new hostname drops no connection; Caddy is reloaded only if its own part changed.
type configuration struct {
	Version int64           `json:"version"`
	Hash    string          `json:"hash"`
	Caddy   json.RawMessage `json:"caddy"`
	Table   json.RawMessage `json:"table"`
	Dropped []droppedRoute  `json:"dropped"`
}

type loaded struct {
	IsReloaded bool   `json:"isReloaded"`
	Hash       string `json:"hash"`
	// Entries that could not be used; everything else is served.
	Dropped []droppedRoute `json:"dropped"`
}

func (s store) configurationFile() string { return filepath.Join(s.root, "configuration.json") }
func (s store) tableFile() string         { return filepath.Join(s.root, "table.json") }

func (s store) readConfiguration() (*configuration, error) {
	content, err := os.ReadFile(s.configurationFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found configuration
	return &found, json.Unmarshal(content, &found)
}

func load(args []string) (any, error) {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	version := flags.Int64("version", -1, "")
	claim := flags.Int64("claim", 0, "")
	if err := flags.Parse(args); err != nil || *version < 0 {
		return nil, fail("proxy_failed", "load needs --version")
	}
	content, err := io.ReadAll(io.LimitReader(os.Stdin, maxInputBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxInputBytes {
		return nil, fail("proxy_configuration_refused", "the configuration is too large")
	}
	return store{dataFolder}.load(content, *version, *claim, reload)
}

func (s store) load(content []byte, version, claim int64, reload func([]byte) error) (*loaded, error) {
	var wanted configuration
	if err := json.Unmarshal(content, &wanted); err != nil {
		return nil, fail("proxy_configuration_refused", "the configuration cannot be read: %v", err)
	}
	read, err := readTable(wanted.Table)
	if err != nil {
		return nil, fail("proxy_configuration_refused", "the routes cannot be read: %v", err)
	}
	sum := sha256.Sum256(content)
	wanted.Version, wanted.Hash, wanted.Dropped = version, hex.EncodeToString(sum[:]), nonNil(read.dropped)
	// Normalize it like the stored configuration, so that the two files can be compared.
	if wanted.Table, err = json.Marshal(wanted.Table); err != nil {
		return nil, err
	}
	unlock, err := s.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := s.checkClaim(claim); err != nil {
		return nil, err
	}
	known, err := s.readConfiguration()
	if err != nil {
		return nil, err
	}
	if known != nil && version < known.Version {
		return nil, fail("stale_fence", "configuration %d is loaded, which is newer than %d", known.Version, version)
	}
	isReload := known == nil || !bytes.Equal(compact(known.Caddy), compact(wanted.Caddy))
	if isReload {
		if err := reload(wanted.Caddy); err != nil {
			return nil, err
		}
	}
	if err := writeFile(s.tableFile(), wanted.Table); err != nil {
		return nil, err
	}
	return &loaded{isReload, wanted.Hash, wanted.Dropped}, writeJSON(s.configurationFile(), wanted)
}

func nonNil(dropped []droppedRoute) []droppedRoute {
	if dropped == nil {
		return []droppedRoute{}
	}
	return dropped
}

// Makes the routes match the loaded configuration. Repairs an interrupted write or a modified file.
func (s store) restoreTable() error {
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	known, err := s.readConfiguration()
	if err != nil || known == nil || s.hasTableOf(known) {
		return err
	}
	return writeFile(s.tableFile(), known.Table)
}

func (s store) hasTableOf(known *configuration) bool {
	content, err := os.ReadFile(s.tableFile())
	return err == nil && bytes.Equal(content, known.Table)
}

func compact(content []byte) []byte {
	var short bytes.Buffer
	if json.Compact(&short, content) != nil {
		return content
	}
	return short.Bytes()
}

func adminClient() *http.Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", adminSocket)
	}
	return &http.Client{Timeout: adminTimeout, Transport: &http.Transport{DialContext: dial}}
}

func reload(caddyConfiguration []byte) error {
	response, err := adminClient().Post("http://proxy/load", "application/json", bytes.NewReader(caddyConfiguration))
	if err != nil {
		return fmt.Errorf("the running proxy does not answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode < 300 {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
	if isPortTaken(string(text)) {
		return fail("port_conflict", "Another program on the server uses %s, which the proxy needs.", takenPort(string(text)))
	}
	return fail("proxy_configuration_refused", "Caddy refused it: %s", strings.TrimSpace(string(text)))
}

func isPortTaken(text string) bool { return strings.Contains(text, "address already in use") }

var listenPort = regexp.MustCompile(`listen[^:]{0,20}\S*?:(\d{2,5})\b`)

func takenPort(text string) string {
	if found := listenPort.FindStringSubmatch(text); found != nil {
		return "port " + found[1]
	}
	return "a port"
}

func isServing() bool {
	client := adminClient()
	client.Timeout = 5 * time.Second
	response, err := client.Get("http://proxy/config/admin")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
