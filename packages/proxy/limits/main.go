// Shows whether a server enforces the memory limit of builds. A server might not reach a registry, so the worker sends
// this program as the only file of an image.
//
// `hold` is idle: its container holds the control group in which builds run. `allocate` uses more memory than the group
// allows: it must be ended by the kernel.
//
// It is a module of its own: servers don't get a new proxy when it changes.
package main

import (
	"os"
	"time"
)

const (
	chunks     = 32
	chunkBytes = 4 << 20
	pageBytes  = 4 << 10
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "hold" {
		for {
			time.Sleep(time.Hour)
		}
	}
	if len(os.Args) == 2 && os.Args[1] == "allocate" {
		os.Exit(allocate())
	}
	os.Stderr.WriteString("longshore-limits hold|allocate\n")
	os.Exit(2)
}

// Writes to each page: memory without a write doesn't count.
func allocate() int {
	kept := make([][]byte, 0, chunks)
	for len(kept) < chunks {
		chunk := make([]byte, chunkBytes)
		for at := 0; at < chunkBytes; at += pageBytes {
			chunk[at] = 1
		}
		kept = append(kept, chunk)
	}
	sum := 0
	for _, chunk := range kept {
		sum += int(chunk[0])
	}
	return sum - chunks
}
