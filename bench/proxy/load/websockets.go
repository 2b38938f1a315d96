package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"time"
)

type pings struct {
	Open     int `json:"open"`
	Answered int `json:"answered"`
}

// Opens WebSockets, prints a line, and keeps them idle until standard input ends. Then each must answer a ping.
func holdWebSockets(wanted options) (any, error) {
	const atOnce = 16
	all := make([]*connection, wanted.connections)
	defer func() {
		for _, each := range all {
			if each != nil {
				each.reset()
			}
		}
	}()
	_, err := together(atOnce, func(first int) ([]time.Duration, error) {
		for index := first; index < len(all); index += atOnce {
			opened, err := wanted.open(index % wanted.hostnames)
			if err != nil {
				return nil, err
			}
			all[index] = opened
			if err := opened.upgrade(); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	fmt.Println("open")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil && err != io.EOF {
		return nil, err
	}
	found := pings{Open: len(all)}
	for _, each := range all {
		if each.answersPing() {
			found.Answered++
		}
	}
	return found, nil
}

func (c *connection) upgrade() error {
	c.SetDeadline(time.Now().Add(timeout))
	head := bytes.TrimSuffix(c.request, []byte("\r\n"))
	_, err := fmt.Fprintf(c, "%sConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bG9uZ3Nob3JlLWJlbmNoIQ==\r\n\r\n", head)
	if err != nil {
		return err
	}
	if _, err := c.readHead("101"); err != nil {
		return err
	}
	c.SetDeadline(time.Time{})
	return nil
}

// A ping whose mask is zero, and its response.
func (c *connection) answersPing() bool {
	c.SetDeadline(time.Now().Add(timeout))
	if _, err := c.Write([]byte("\x89\x85\x00\x00\x00\x00hello")); err != nil {
		return false
	}
	var response [7]byte
	_, err := io.ReadFull(c.reader, response[:])
	return err == nil && string(response[:]) == "\x8a\x05hello"
}
