//go:build profile

// Added to bare Caddy and to our proxy for bin/bench proxy --profile, and to nothing else.
package main

import (
	"net/http"
	_ "net/http/pprof"
	"os"
)

func init() { go http.ListenAndServe(os.Getenv("PROFILE_LISTEN"), nil) }
