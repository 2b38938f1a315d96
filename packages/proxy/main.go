// The proxy of a server: Caddy, and verbs that change where it sends requests without reloading it.
//
// `run` is the server. Every other verb is a short process beside it in the same container: it changes files in the
// data folder under a lock, and `run` sees the change with the next request.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// The data folder; a volume in the container.
const dataFolder = "/data"

// An error with a code that the caller can handle.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

func fail(code, format string, values ...any) error {
	return &failure{Code: code, Message: fmt.Sprintf(format, values...)}
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "longshore-proxy run|install|put|switch|remove|load|divert|status|probe|objects")
		os.Exit(2)
	}
	verb, args := os.Args[1], os.Args[2:]
	if verb == "run" {
		if err := serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	result, err := perform(verb, args)
	if err != nil {
		var known *failure
		if !errors.As(err, &known) {
			known = &failure{Code: "proxy_failed", Message: err.Error()}
		}
		output := os.Stdout
		if verb == "objects" {
			output = os.Stderr
		}
		json.NewEncoder(output).Encode(map[string]any{"error": known})
		os.Exit(3)
	}
	// The content is printed as it is, with nothing after it.
	if verb != "objects" || result != nil {
		json.NewEncoder(os.Stdout).Encode(result)
	}
}

func perform(verb string, args []string) (any, error) {
	switch verb {
	case "install":
		return install(args)
	case "put":
		return put(args)
	case "switch":
		return switchTo(args)
	case "remove":
		return remove(args)
	case "load":
		return load(args)
	case "divert":
		return divert(args)
	case "status":
		return status()
	case "probe":
		return probe(os.Stdin)
	case "objects":
		return performObjects(args)
	default:
		return nil, fail("proxy_failed", "there is no verb %q", verb)
	}
}
