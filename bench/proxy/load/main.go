// The load generator of bin/bench proxy. Each command is one bounded measurement, printed as one JSON object.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

type options struct {
	// Address and port of the proxy.
	target string
	// Requests go to name-<index>.bench.test; with more than one, each to the next.
	hostnames   int
	isTLS       bool
	connections int
	duration    time.Duration
	// Requests per second of all connections together.
	rate   int
	folder string
}

func main() {
	commands := map[string]func(options) (any, error){
		"throughput":   measureThroughput,
		"latency":      measureLatency,
		"handshakes":   measureHandshakes,
		"touch":        touchHostnames,
		"websockets":   holdWebSockets,
		"certificates": writeCertificates,
	}
	var wanted options
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	flags.StringVar(&wanted.target, "target", "", "")
	flags.StringVar(&wanted.folder, "folder", "", "")
	flags.IntVar(&wanted.hostnames, "hostnames", 1, "")
	flags.BoolVar(&wanted.isTLS, "tls", false, "")
	flags.IntVar(&wanted.connections, "connections", 64, "")
	flags.DurationVar(&wanted.duration, "duration", time.Second, "")
	flags.IntVar(&wanted.rate, "rate", 1000, "")
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "load throughput|latency|handshakes|touch|websockets|certificates")
		os.Exit(2)
	}
	flags.Parse(os.Args[2:])
	result, err := commands[os.Args[1]](wanted)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(result)
}

func hostnameOf(index int) string { return fmt.Sprintf("name-%d.bench.test", index) }
