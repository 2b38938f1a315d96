// Caddy with the configuration that standard input gives it. It is built with the modules of packages/proxy.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
	_ "github.com/caddyserver/caddy/v2/modules/caddypki"
	_ "github.com/caddyserver/caddy/v2/modules/caddytls"
	_ "github.com/caddyserver/caddy/v2/modules/filestorage"
)

func main() {
	configuration, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = caddy.Load(configuration, true)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	caddy.TrapSignals()
	select {}
}
