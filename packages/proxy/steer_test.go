package main

import (
	"context"
	"net"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Two sockets on one port, like two proxies that replace each other.
func listenTwice(t *testing.T) (older, newer net.Listener) {
	t.Helper()
	share := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(descriptor uintptr) {
			unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
		})
	}}
	older, err := share.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	newer, err = share.Listen(context.Background(), "tcp", older.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { older.Close(); newer.Close() })
	return older, newer
}

func countAccepted(listener net.Listener) *atomic.Int64 {
	accepted := new(atomic.Int64)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			accepted.Add(1)
			connection.Close()
		}
	}()
	return accepted
}

func TestAStoppedProxyGetsNoNewConnections(t *testing.T) {
	older, newer := listenTwice(t)
	atOlder, atNewer := countAccepted(older), countAccepted(newer)
	connect := func(times int64) {
		before := atOlder.Load() + atNewer.Load()
		for range times {
			connection, err := net.Dial("tcp", older.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			connection.Close()
		}
		for atOlder.Load()+atNewer.Load() < before+times {
			time.Sleep(time.Millisecond)
		}
	}
	connect(100)
	if atOlder.Load() == 0 || atNewer.Load() == 0 {
		t.Fatal("the kernel does not spread connections over both: this proves nothing")
	}
	before := atOlder.Load()
	steerAway()
	connect(100)
	if more := atOlder.Load() - before; more != 0 {
		t.Errorf("%d of 100 connections still came to the older one", more)
	}
	older.Close()
	connect(20)
}
