package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	maxProbeTimeout   = 60 * time.Second
	maxProbeBodyBytes = 64 << 10
	firstProbePause   = 10 * time.Millisecond
	maxProbePause     = 100 * time.Millisecond
	maxDialTime       = 300 * time.Millisecond
)

type probeRequest struct {
	Type      string            `json:"type"`
	Address   string            `json:"address"`
	Port      int               `json:"port"`
	Path      string            `json:"path"`
	Hostname  string            `json:"hostname"`
	Headers   map[string]string `json:"headers"`
	TimeoutMs int               `json:"timeoutMs"`
	TLS       bool              `json:"tls"`
	// While nothing takes the connection, it is asked again for so long: what was started just now needs a moment.
	ForMs int `json:"forMs"`
	// Sent on to TLS by the proxy: asked there, in the same call.
	SentOn bool `json:"sentOn"`
}

type probeResult struct {
	Ok         bool              `json:"ok"`
	Status     *int              `json:"status,omitempty"`
	DurationMs float64           `json:"durationMs,omitempty"`
	Headers    map[string]string `json:"headers,omitempty"`
	// Beginning of a response in plain text that reports an error: some frameworks explain a refused host only there.
	Text      string `json:"text,omitempty"`
	Reason    string `json:"reason,omitempty"`
	Detail    string `json:"detail,omitempty"`
	isUntaken bool
}

type probeAnswer struct {
	status  *int
	headers map[string]string
	text    string
}

func probe(input io.Reader) (any, error) {
	var wanted probeRequest
	if err := json.NewDecoder(io.LimitReader(input, maxInputBytes)).Decode(&wanted); err != nil {
		return nil, fail("proxy_failed", "the probe cannot be read: %v", err)
	}
	until := time.Now().Add(min(time.Duration(wanted.ForMs)*time.Millisecond, maxProbeTimeout))
	for pause := firstProbePause; ; pause = min(2*pause, maxProbePause) {
		result := probeOnce(wanted)
		if !result.isUntaken || !time.Now().Add(pause).Before(until) {
			return result, nil
		}
		time.Sleep(pause)
	}
}

func probeOnce(wanted probeRequest) probeResult {
	timeout := min(time.Duration(wanted.TimeoutMs)*time.Millisecond, maxProbeTimeout)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	began := time.Now()
	answer, err := ask(ctx, wanted)
	if err == nil && wanted.SentOn && answer.status != nil && *answer.status == http.StatusPermanentRedirect {
		wanted.Port, wanted.TLS = 443, true
		answer, err = ask(ctx, wanted)
	}
	if err != nil {
		var failed *net.OpError
		isUntaken := errors.As(err, &failed) && failed.Op == "dial"
		return probeResult{Reason: reasonOf(err), Detail: shorten(err.Error()), isUntaken: isUntaken}
	}
	took := float64(time.Since(began).Microseconds()) / 1000
	return probeResult{Ok: true, Status: answer.status, DurationMs: took, Headers: answer.headers, Text: answer.text}
}

func ask(ctx context.Context, wanted probeRequest) (probeAnswer, error) {
	address := net.JoinHostPort(wanted.Address, strconv.Itoa(wanted.Port))
	dialer := &net.Dialer{}
	if wanted.ForMs > 0 {
		// A first packet that is lost is sent again after a second; asking anew takes less.
		dialer.Timeout = maxDialTime
	}
	connection, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return probeAnswer{}, err
	}
	defer connection.Close()
	if wanted.Type == "tcp" {
		return probeAnswer{}, nil
	}
	scheme := "http"
	if wanted.TLS {
		scheme = "https"
		// Whether it answers is asked here, not who signed for it.
		secured := tls.Client(connection, &tls.Config{ServerName: wanted.Hostname, InsecureSkipVerify: true})
		if err := secured.HandshakeContext(ctx); err != nil {
			return probeAnswer{}, err
		}
		connection = secured
	}
	return request(ctx, connection, scheme, wanted)
}

func request(ctx context.Context, connection net.Conn, scheme string, wanted probeRequest) (probeAnswer, error) {
	dial := func(context.Context, string, string) (net.Conn, error) { return connection, nil }
	transport := &http.Transport{DialContext: dial, DialTLSContext: dial, DisableKeepAlives: true, DisableCompression: true}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+wanted.Hostname+wanted.Path, nil)
	if err != nil {
		return probeAnswer{}, err
	}
	asked.Header.Set("User-Agent", "longshore-probe")
	for name, value := range wanted.Headers {
		asked.Header.Set(name, value)
	}
	answer, err := transport.RoundTrip(asked)
	if err != nil {
		return probeAnswer{}, err
	}
	defer answer.Body.Close()
	// What comes before the body breaks off still counts.
	body, _ := io.ReadAll(io.LimitReader(answer.Body, maxProbeBodyBytes))
	headers := map[string]string{}
	for name := range answer.Header {
		if len(headers) < 50 {
			headers[strings.ToLower(name)] = shorten(answer.Header.Get(name))
		}
	}
	text := ""
	if answer.StatusCode >= 400 && strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
		text = strings.ToValidUTF8(shorten(string(body)), "")
	}
	return probeAnswer{status: &answer.StatusCode, headers: headers, text: text}, nil
}

func reasonOf(err error) string {
	var network net.Error
	switch {
	case errors.Is(err, unix.ECONNREFUSED):
		return "refused"
	case errors.Is(err, unix.EHOSTUNREACH), errors.Is(err, unix.ENETUNREACH):
		return "unreachable"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "timeout"
	case errors.Is(err, unix.ECONNRESET), errors.Is(err, unix.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "reset"
	default:
		return "protocol"
	}
}

func shorten(text string) string {
	if len(text) > 500 {
		return text[:500]
	}
	return text
}
