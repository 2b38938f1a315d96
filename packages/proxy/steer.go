package main

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Two proxies listen on the same ports while one replaces the other, and the kernel spreads new connections over both. A
// connection that waits at the old one when it closes its port is reset. So the old one sends new connections to the other
// as soon as it gets the signal to stop, and has time to accept those that wait already.
func steerAwayWhenStopped() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	go func() {
		<-stop
		steerAway()
	}()
}

// The kernel keeps the sockets of a port in a list, the oldest first. This program always chooses the second one; where
// there is none, the kernel chooses as before.
var chooseNewer = []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 1}}

// Caddy keeps its sockets to itself, so they are found among the open files of the process.
func steerAway() {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, entry := range entries {
		if descriptor, err := strconv.Atoi(entry.Name()); err == nil && isTCPListener(descriptor) {
			program := unix.SockFprog{Len: uint16(len(chooseNewer)), Filter: &chooseNewer[0]}
			// Without it a connection may be lost, as before; the proxy stops all the same.
			_ = unix.SetsockoptSockFprog(descriptor, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, &program)
		}
	}
}

// QUIC is left out: the packets of a connection that is open already would go to the wrong proxy.
func isTCPListener(descriptor int) bool {
	isListening, err := unix.GetsockoptInt(descriptor, unix.SOL_SOCKET, unix.SO_ACCEPTCONN)
	if err != nil || isListening == 0 {
		return false
	}
	protocol, err := unix.GetsockoptInt(descriptor, unix.SOL_SOCKET, unix.SO_PROTOCOL)
	return err == nil && protocol == unix.IPPROTO_TCP
}
