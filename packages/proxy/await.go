package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Passes a service's response on, with changed headers, and only if it begins in time.
type appResponse struct {
	*caddyhttp.ResponseWriterWrapper
	rules *rules
	lock  sync.Mutex
	state responseState
}

var errTooLate = errors.New("the response did not begin in time")

type responseState int

const (
	responseAwaited responseState = iota
	responseBegun
	// Too late: whatever comes is discarded, because the client gets another response.
	responseExpired
)

func (a *appResponse) become(state responseState) bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.state == responseAwaited {
		a.state = state
	}
	return a.state == state
}

func (a *appResponse) begin() bool {
	a.lock.Lock()
	isAwaited := a.state == responseAwaited
	a.lock.Unlock()
	if isAwaited {
		a.WriteHeader(http.StatusOK)
	}
	return a.become(responseBegun)
}

func (a *appResponse) WriteHeader(status int) {
	if status >= 100 && status < 200 && status != http.StatusSwitchingProtocols {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	if !a.become(responseBegun) {
		return
	}
	for _, each := range a.rules.responseHeaders {
		each.apply(a.Header())
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *appResponse) Write(content []byte) (int, error) {
	if !a.begin() {
		return 0, context.DeadlineExceeded
	}
	return a.ResponseWriter.Write(content)
}

// The default would bypass Write.
func (a *appResponse) ReadFrom(source io.Reader) (int64, error) {
	if !a.begin() {
		return 0, context.DeadlineExceeded
	}
	return a.ResponseWriterWrapper.ReadFrom(source)
}

// Sends the request on. The time begins again with each part of the request's body that the client sends, so that a
// long upload isn't ended.
func (o *rules) await(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if o.TimeoutSeconds == 0 && len(o.responseHeaders) == 0 {
		return next.ServeHTTP(w, r)
	}
	response := &appResponse{ResponseWriterWrapper: &caddyhttp.ResponseWriterWrapper{ResponseWriter: w}, rules: o}
	if o.TimeoutSeconds == 0 {
		return next.ServeHTTP(response, r)
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	limit := time.Duration(o.TimeoutSeconds) * time.Second
	timer := time.AfterFunc(limit, func() {
		if response.become(responseExpired) {
			cancel()
		}
	})
	defer timer.Stop()
	r = r.WithContext(ctx)
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &awaitedBody{r.Body, timer, limit}
	}
	before := w.Header().Clone()
	err := next.ServeHTTP(response, r)
	if response.become(responseBegun) {
		return err
	}
	clear(w.Header())
	for name, values := range before {
		w.Header()[name] = values
	}
	return errTooLate
}

type awaitedBody struct {
	io.ReadCloser
	timer *time.Timer
	limit time.Duration
}

func (b *awaitedBody) Read(into []byte) (int, error) {
	count, err := b.ReadCloser.Read(into)
	b.timer.Reset(b.limit)
	return count, err
}
