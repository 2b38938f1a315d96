package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// Writes <index>.crt and <index>.key for each hostname, self-signed.
func writeCertificates(wanted options) (any, error) {
	for index := range wanted.hostnames {
		if err := writeCertificate(wanted.folder, index); err != nil {
			return nil, err
		}
	}
	return wanted.hostnames, nil
}

func writeCertificate(folder string, index int) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(int64(index) + 1),
		Subject:      pkix.Name{CommonName: hostnameOf(index)},
		DNSNames:     []string{hostnameOf(index)},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	for extension, block := range map[string]*pem.Block{
		".crt": {Type: "CERTIFICATE", Bytes: der}, ".key": {Type: "PRIVATE KEY", Bytes: private},
	} {
		name := filepath.Join(folder, fmt.Sprint(index)+extension)
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}
