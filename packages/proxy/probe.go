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
	// How long a refused connection is retried: a program that has just started needs a moment.
	ForMs int `json:"forMs"`
	// If the proxy redirects to TLS, repeats the request there, in the same call.
	SentOn bool `json:"sentOn"`
	// Sends the request to this proxy itself, wherever it listens, in place of the address and port.
	ThroughProxy bool `json:"throughProxy"`
}

type probeResult struct {
	Ok         bool              `json:"ok"`
	Status     *int              `json:"status,omitempty"`
	DurationMs float64           `json:"durationMs,omitempty"`
	Headers    map[string]string `json:"headers,omitempty"`
	// Beginning of a plain-text response that reports an error: some frameworks explain a refused host only there.
	Text      string `json:"text,omitempty"`
	Reason    string `json:"reason,omitempty"`
	Detail    string `json:"detail,omitempty"`
	isUntaken bool
}

type probeResponse struct {
	status  *int
	headers map[string]string
	text    string
}

func probe(input io.Reader) (any, error) {
	var wanted probeRequest
	if err := json.NewDecoder(io.LimitReader(input, maxInputBytes)).Decode(&wanted); err != nil {
		return nil, fail("proxy_failed", "the probe cannot be read: %v", err)
	}
	if wanted.ThroughProxy {
		if known, err := (store{dataFolder}).readConfiguration(); err == nil && known != nil {
			wanted.Address, wanted.Port = known.plainAddress(wanted.Address, wanted.Port)
		}
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

// Where the loaded configuration listens for HTTP. A listener on all addresses is reached by the given one.
func (c *configuration) plainAddress(address string, port int) (string, int) {
	var caddy struct {
		Apps struct {
			HTTP struct {
				Servers struct {
					Plain struct {
						Listen []string `json:"listen"`
					} `json:"plain"`
				} `json:"servers"`
			} `json:"http"`
		} `json:"apps"`
	}
	if json.Unmarshal(c.Caddy, &caddy) != nil || len(caddy.Apps.HTTP.Servers.Plain.Listen) == 0 {
		return address, port
	}
	host, text, err := net.SplitHostPort(caddy.Apps.HTTP.Servers.Plain.Listen[0])
	number, failed := strconv.Atoi(text)
	if err != nil || failed != nil {
		return address, port
	}
	if parsed := net.ParseIP(host); parsed != nil && !parsed.IsUnspecified() {
		address = host
	}
	return address, number
}

func probeOnce(wanted probeRequest) probeResult {
	timeout := min(time.Duration(wanted.TimeoutMs)*time.Millisecond, maxProbeTimeout)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	began := time.Now()
	response, err := sendProbe(ctx, wanted)
	if err == nil && wanted.SentOn && response.status != nil && *response.status == http.StatusPermanentRedirect {
		wanted.Port, wanted.TLS = 443, true
		response, err = sendProbe(ctx, wanted)
	}
	if err != nil {
		var failed *net.OpError
		isUntaken := errors.As(err, &failed) && failed.Op == "dial"
		return probeResult{Reason: reasonOf(err), Detail: shorten(err.Error()), isUntaken: isUntaken}
	}
	took := float64(time.Since(began).Microseconds()) / 1000
	return probeResult{Ok: true, Status: response.status, DurationMs: took, Headers: response.headers, Text: response.text}
}

func sendProbe(ctx context.Context, wanted probeRequest) (probeResponse, error) {
	address := net.JoinHostPort(wanted.Address, strconv.Itoa(wanted.Port))
	dialer := &net.Dialer{}
	if wanted.ForMs > 0 {
		// A lost first packet is resent after a second; a new connection is faster.
		dialer.Timeout = maxDialTime
	}
	connection, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return probeResponse{}, err
	}
	defer connection.Close()
	if wanted.Type == "tcp" {
		return probeResponse{}, nil
	}
	scheme := "http"
	if wanted.TLS {
		scheme = "https"
		// The probe checks whether it responds, not who signed its certificate.
		secured := tls.Client(connection, &tls.Config{ServerName: wanted.Hostname, InsecureSkipVerify: true})
		if err := secured.HandshakeContext(ctx); err != nil {
			return probeResponse{}, err
		}
		connection = secured
	}
	return request(ctx, connection, scheme, wanted)
}

func request(ctx context.Context, connection net.Conn, scheme string, wanted probeRequest) (probeResponse, error) {
	dial := func(context.Context, string, string) (net.Conn, error) { return connection, nil }
	transport := &http.Transport{DialContext: dial, DialTLSContext: dial, DisableKeepAlives: true, DisableCompression: true}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+wanted.Hostname+wanted.Path, nil)
	if err != nil {
		return probeResponse{}, err
	}
	asked.Header.Set("User-Agent", "longshore-probe")
	for name, value := range wanted.Headers {
		asked.Header.Set(name, value)
	}
	response, err := transport.RoundTrip(asked)
	if err != nil {
		return probeResponse{}, err
	}
	defer response.Body.Close()
	// A partial body still counts.
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxProbeBodyBytes))
	headers := map[string]string{}
	for name := range response.Header {
		if len(headers) < 50 {
			headers[strings.ToLower(name)] = shorten(response.Header.Get(name))
		}
	}
	text := ""
	if response.StatusCode >= 400 && strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		text = strings.ToValidUTF8(shorten(string(body)), "")
	}
	return probeResponse{status: &response.StatusCode, headers: headers, text: text}, nil
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
