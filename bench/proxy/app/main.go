// The app behind all proxies: a short response to each request, and WebSockets that answer pings. It speaks just
// enough HTTP/1.1 for a proxy, so that the app isn't what a run measures.
package main

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
)

const (
	response    = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n"
	webSocketID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
	// Ten thousand connections each have one.
	bufferBytes   = 2048
	maxFrameBytes = 125
)

func main() {
	listener, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	for {
		connection, err := listener.Accept()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		go serve(connection)
	}
}

func serve(connection net.Conn) {
	defer connection.Close()
	reader := bufio.NewReaderSize(connection, bufferBytes)
	for {
		key, err := readHead(reader)
		if err != nil {
			return
		}
		if key != "" {
			echoPings(connection, reader, key)
			return
		}
		if _, err := io.WriteString(connection, response); err != nil {
			return
		}
	}
}

// Returns the key of a WebSocket handshake, if the request is one. Requests have no body.
func readHead(reader *bufio.Reader) (key string, err error) {
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return "", err
		}
		if len(line) <= 2 {
			return key, nil
		}
		if name, value, isHeader := strings.Cut(string(line), ":"); isHeader && strings.EqualFold(name, "Sec-WebSocket-Key") {
			key = strings.TrimSpace(value)
		}
	}
}

func echoPings(connection net.Conn, reader *bufio.Reader, key string) {
	sum := sha1.Sum([]byte(key + webSocketID))
	accept := base64.StdEncoding.EncodeToString(sum[:])
	_, err := fmt.Fprintf(connection, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept)
	for err == nil {
		err = echoPing(connection, reader)
	}
}

// Clients send small masked frames only.
func echoPing(connection net.Conn, reader *bufio.Reader) error {
	var head [6]byte
	if _, err := io.ReadFull(reader, head[:]); err != nil {
		return err
	}
	length := int(head[1] & 0x7f)
	if head[0] != 0x89 || length > maxFrameBytes {
		return fmt.Errorf("this is not a ping: %x", head)
	}
	frame := make([]byte, 2+length)
	if _, err := io.ReadFull(reader, frame[2:]); err != nil {
		return err
	}
	for index := range length {
		frame[2+index] ^= head[2+index%4]
	}
	frame[0], frame[1] = 0x8a, byte(length)
	_, err := connection.Write(frame)
	return err
}
