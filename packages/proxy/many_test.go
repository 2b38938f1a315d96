package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func manyRoutes(tb testing.TB, count int) []byte {
	tb.Helper()
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"*.many.test"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		tb.Fatal(err)
	}
	private, _ := x509.MarshalPKCS8PrivateKey(key)
	custom := &certificate{
		Chain: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		Key:   string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
	}
	all := map[string]*route{}
	for index := range count {
		all[fmt.Sprintf("name-%d.many.test", index)] = &route{Environment: "env_1", Service: "web", TLS: true, Certificate: custom}
	}
	content, err := json.Marshal(map[string]any{"routes": all})
	if err != nil {
		tb.Fatal(err)
	}
	return content
}

func TestUnchangedRoutesAreNotReadAgain(t *testing.T) {
	read := tableReader()
	first, err := read([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web"},"b.test":{"environment":"env_1","service":"web"},"c.test":{"environment":"","service":""}}}`))
	if err != nil {
		t.Fatal(err)
	}
	second, err := read([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web"},"b.test":{"environment":"env_2","service":"web"},"c.test":{"environment":"","service":""}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if first.routes["a.test"] != second.routes["a.test"] {
		t.Error("what did not change was read again")
	}
	if first.routes["b.test"].Environment != "env_1" || second.routes["b.test"].Environment != "env_2" {
		t.Error("what changed is not as it was written")
	}
	if len(second.dropped) != 1 || second.routes["c.test"] != nil {
		t.Errorf("what could not be used before is used or not told: %v", second.dropped)
	}
	if _, err := read([]byte(`{`)); err == nil {
		t.Error("half a table is read")
	}
	third, err := read([]byte(`{"routes":{"a.test":{"environment":"env_1","service":"web"}}}`))
	if err != nil || len(third.routes) != 1 || third.routes["a.test"] != first.routes["a.test"] {
		t.Errorf("after half a table: %v %v", third, err)
	}
}

func TestOnlyOneReaderReadsALargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.json")
	if err := os.WriteFile(path, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	var reads atomic.Int32
	file := watched[string]{path: path, isRemoved: func() bool { return false }, read: func(content []byte) (string, error) {
		reads.Add(1)
		time.Sleep(50 * time.Millisecond)
		return string(content), nil
	}}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if value, err := file.get(); err != nil || value != "1" {
				t.Errorf("%q %v", value, err)
			}
		})
	}
	all.Wait()
	if reads.Load() != 1 {
		t.Errorf("it was read %d times", reads.Load())
	}
}

func BenchmarkTableFromNothing(b *testing.B) {
	content := manyRoutes(b, 500)
	for b.Loop() {
		if _, err := readTable(content); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTableOverLast(b *testing.B) {
	content := manyRoutes(b, 500)
	read := tableReader()
	read(content)
	for b.Loop() {
		if _, err := read(content); err != nil {
			b.Fatal(err)
		}
	}
}
