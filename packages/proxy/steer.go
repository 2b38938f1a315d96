package main

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Two proxies listen on the same ports while one replaces the other, and the kernel distributes new connections to
// both. A connection that waits at the old one when it closes its port is reset. The old one therefore sends new
// connections to the other as soon as it gets the signal to stop, and has time to accept those that already wait.
func steerAwayWhenStopped() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	go func() {
		<-stop
		steerAway()
	}()
}

// The kernel keeps the sockets of a port in a list, the oldest first. This program always chooses the second one;
// without a second one, the kernel chooses as before.
var chooseNewer = []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 1}}

// Caddy doesn't expose its sockets, so they are found among the open files of the process.
func steerAway() {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, entry := range entries {
		if descriptor, err := strconv.Atoi(entry.Name()); err == nil && isTCPListener(descriptor) {
			program := unix.SockFprog{Len: uint16(len(chooseNewer)), Filter: &chooseNewer[0]}
			// If this fails, a connection can be lost; the proxy stops anyway.
			_ = unix.SetsockoptSockFprog(descriptor, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, &program)
		}
	}
}

// QUIC is excluded: packets of an open connection would reach the wrong proxy.
func isTCPListener(descriptor int) bool {
	isListening, err := unix.GetsockoptInt(descriptor, unix.SOL_SOCKET, unix.SO_ACCEPTCONN)
	if err != nil || isListening == 0 {
		return false
	}
	protocol, err := unix.GetsockoptInt(descriptor, unix.SOL_SOCKET, unix.SO_PROTOCOL)
	return err == nil && protocol == unix.IPPROTO_TCP
}
