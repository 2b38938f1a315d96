package main

import (
	"slices"
	"sync"
	"time"
)

type timings struct {
	Requests  int     `json:"requests"`
	PerSecond float64 `json:"perSecond"`
	P50Ms     float64 `json:"p50Ms"`
	P99Ms     float64 `json:"p99Ms"`
}

// Each connection sends its next request as soon as it has the last response.
func measureThroughput(wanted options) (any, error) {
	return onAllConnections(wanted, func(opened *connection, _ int, until time.Time) ([]time.Duration, error) {
		var taken []time.Duration
		for began := time.Now(); began.Before(until); {
			if err := opened.exchange(); err != nil {
				return nil, err
			}
			now := time.Now()
			taken = append(taken, now.Sub(began))
			began = now
		}
		return taken, nil
	})
}

// Requests are due at fixed times, whether or not earlier ones have their responses. A request that must wait for the
// previous response counts from the time it was due, so a slow response can't hide the requests behind it. A request of
// an idle connection counts from the moment it is sent: otherwise our own timer would be measured.
func measureLatency(wanted options) (any, error) {
	interval := time.Duration(wanted.connections) * time.Second / time.Duration(wanted.rate)
	return onAllConnections(wanted, func(opened *connection, index int, until time.Time) ([]time.Duration, error) {
		var taken []time.Duration
		due := time.Now().Add(interval * time.Duration(index) / time.Duration(wanted.connections))
		for ; due.Before(until); due = due.Add(interval) {
			began := due
			if wait := time.Until(due); wait > 0 {
				time.Sleep(wait)
				began = time.Now()
			}
			if err := opened.exchange(); err != nil {
				return nil, err
			}
			taken = append(taken, time.Since(began))
		}
		return taken, nil
	})
}

type work func(opened *connection, index int, until time.Time) ([]time.Duration, error)

// Opens the connections and sends one request on each before the time starts.
func onAllConnections(wanted options, each work) (any, error) {
	all := make([]*connection, wanted.connections)
	for index := range all {
		opened, err := wanted.open(index % wanted.hostnames)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		if err := opened.exchange(); err != nil {
			return nil, err
		}
		all[index] = opened
	}
	began := time.Now()
	until := began.Add(wanted.duration)
	taken, err := together(len(all), func(index int) ([]time.Duration, error) {
		all[index].SetDeadline(until.Add(timeout))
		return each(all[index], index, until)
	})
	if err != nil {
		return nil, err
	}
	return summarize(taken, time.Since(began)), nil
}

func together(count int, run func(index int) ([]time.Duration, error)) ([]time.Duration, error) {
	var taken []time.Duration
	var firstError error
	var lock sync.Mutex
	var running sync.WaitGroup
	for index := range count {
		running.Go(func() {
			some, err := run(index)
			lock.Lock()
			defer lock.Unlock()
			taken = append(taken, some...)
			if err != nil && firstError == nil {
				firstError = err
			}
		})
	}
	running.Wait()
	return taken, firstError
}

func summarize(taken []time.Duration, elapsed time.Duration) timings {
	slices.Sort(taken)
	at := func(share float64) float64 {
		if len(taken) == 0 {
			return 0
		}
		return taken[min(len(taken)-1, int(float64(len(taken))*share))].Seconds() * 1000
	}
	return timings{len(taken), float64(len(taken)) / elapsed.Seconds(), at(0.5), at(0.99)}
}
