package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/proxyprotocol"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
	_ "github.com/caddyserver/caddy/v2/modules/caddypki"
	_ "github.com/caddyserver/caddy/v2/modules/caddytls"
	_ "github.com/caddyserver/caddy/v2/modules/filestorage"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	_ "golang.org/x/crypto/x509roots/fallback"
)

const common = `
  "admin": {"listen": "unix/` + adminSocket + `|0600", "config": {"persist": false}},
  "storage": {"module": "file_system", "root": "` + dataFolder + `/caddy"}`

// Used before the worker has sent anything: every hostname is unknown.
const firstConfiguration = `{` + common + `,
  "apps": {"http": {"servers": {"plain": {"listen": [":80"], "automatic_https": {"disable": true},
    "routes": [{"handle": [{"handler": "longshore_routing"}]}]}}}}
}`

// Used if another program has the port: the worker's configuration can name another one.
const withoutPorts = `{` + common + `}`

func serve() error {
	files := store{dataFolder}
	if err := os.MkdirAll(filepath.Dir(adminSocket), 0o700); err != nil {
		return err
	}
	// A killed process can have left it.
	if err := removeFile(adminSocket); err != nil {
		return err
	}
	steerAwayWhenStopped()
	caddy.TrapSignals()
	known, err := files.readConfiguration()
	if err != nil {
		return fmt.Errorf("the stored configuration cannot be read: %w", err)
	}
	if err := files.restoreTable(); err != nil {
		return fmt.Errorf("the routes cannot be written: %w", err)
	}
	if err := loadFirst(known); err != nil {
		return err
	}
	for ; ; time.Sleep(time.Hour) {
		files.forgetRemoved(time.Now())
	}
}

func loadFirst(known *configuration) error {
	if known != nil {
		return caddy.Load(known.Caddy, true)
	}
	err := caddy.Load([]byte(firstConfiguration), true)
	if err != nil && isPortTaken(err.Error()) {
		return caddy.Load([]byte(withoutPorts), true)
	}
	return err
}
