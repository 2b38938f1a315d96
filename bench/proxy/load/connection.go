package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"strconv"
	"time"
)

const (
	timeout = 30 * time.Second
	// A response has to fit, apart from its body.
	bufferBytes = 2048
)

// An HTTP/1.1 connection that sends the same request again and again. It does less than net/http, so that the proxy is
// what a run measures.
type connection struct {
	net.Conn
	reader  *bufio.Reader
	request []byte
}

func (o options) open(index int) (*connection, error) {
	plain, err := net.DialTimeout("tcp", o.target, timeout)
	if err != nil {
		return nil, err
	}
	hostname := hostnameOf(index)
	opened := &connection{Conn: plain, request: fmt.Appendf(nil,
		"GET /hello?from=bench HTTP/1.1\r\nHost: %s\r\nUser-Agent: longshore-bench\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n", hostname)}
	if o.isTLS {
		secure := tls.Client(plain, clientTLS(hostname))
		plain.SetDeadline(time.Now().Add(timeout))
		if err := secure.Handshake(); err != nil {
			plain.Close()
			return nil, err
		}
		plain.SetDeadline(time.Time{})
		opened.Conn = secure
	}
	opened.reader = bufio.NewReaderSize(opened.Conn, bufferBytes)
	return opened, nil
}

// HTTP/1.1, no resumption, and a key exchange that all proxies know: what is compared is the programs, not their
// cryptography.
func clientTLS(hostname string) *tls.Config {
	return &tls.Config{
		ServerName:         hostname,
		InsecureSkipVerify: true,
		NextProtos:         []string{"http/1.1"},
		CurvePreferences:   []tls.CurveID{tls.X25519},
		MinVersion:         tls.VersionTLS13,
	}
}

// One request and its whole response, which must be a success.
func (c *connection) exchange() error {
	if _, err := c.Write(c.request); err != nil {
		return err
	}
	length, err := c.readHead("200")
	if err != nil {
		return err
	}
	_, err = c.reader.Discard(length)
	return err
}

func (c *connection) readHead(status string) (contentLength int, err error) {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || string(line[9:12]) != status {
		return 0, fmt.Errorf("the response was %q", line)
	}
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			return contentLength, nil
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if contentLength, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, err
			}
		}
	}
}

func (c *connection) reset() {
	raw := c.Conn
	if secure, isTLS := raw.(*tls.Conn); isTLS {
		raw = secure.NetConn()
	}
	if tcp, isTCP := raw.(*net.TCPConn); isTCP {
		tcp.SetLinger(0)
	}
	raw.Close()
}
