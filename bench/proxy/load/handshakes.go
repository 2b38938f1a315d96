package main

import (
	"sync/atomic"
	"time"
)

// New TLS connections, each with a full handshake and no request. They are reset, not closed, so that no port waits
// for its last packets.
func measureHandshakes(wanted options) (any, error) {
	wanted.isTLS = true
	began := time.Now()
	until := began.Add(wanted.duration)
	taken, err := together(wanted.connections, func(index int) ([]time.Duration, error) {
		var taken []time.Duration
		for time.Now().Before(until) {
			start := time.Now()
			opened, err := wanted.open(index % wanted.hostnames)
			if err != nil {
				return nil, err
			}
			taken = append(taken, time.Since(start))
			opened.reset()
		}
		return taken, nil
	})
	if err != nil {
		return nil, err
	}
	return summarize(taken, time.Since(began)), nil
}

// One connection and request to each hostname.
func touchHostnames(wanted options) (any, error) {
	var next atomic.Int64
	began := time.Now()
	taken, err := together(wanted.connections, func(int) ([]time.Duration, error) {
		var taken []time.Duration
		for index := int(next.Add(1)) - 1; index < wanted.hostnames; index = int(next.Add(1)) - 1 {
			start := time.Now()
			opened, err := wanted.open(index)
			if err != nil {
				return nil, err
			}
			if err := opened.exchange(); err != nil {
				return nil, err
			}
			taken = append(taken, time.Since(start))
			opened.reset()
		}
		return taken, nil
	})
	if err != nil {
		return nil, err
	}
	return summarize(taken, time.Since(began)), nil
}
