package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
)

// Error text of certmagic after it created a new account to replace one that the authority has forgotten; the next
// attempt uses it.
const lostAccount = "no certificate chains"

// Generates a new key each time. The content is the stored file: key and chain together, so that they always match.
func issueFor(ctx context.Context, issuer certmagic.Issuer, name string) (*tls.Certificate, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{DNSNames: []string{name}}, key)
	if err != nil {
		return nil, nil, err
	}
	request, err := x509.ParseCertificateRequest(der)
	if err != nil {
		return nil, nil, err
	}
	if checker, isChecker := issuer.(certmagic.PreChecker); isChecker {
		if err := checker.PreCheck(ctx, []string{name}, false); err != nil {
			return nil, nil, err
		}
	}
	issued, err := issuer.Issue(ctx, request)
	if err != nil && err.Error() == lostAccount {
		issued, err = issuer.Issue(ctx, request)
	}
	if err != nil {
		return nil, nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	block := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	content := bytes.Join([][]byte{block, issued.Certificate}, nil)
	pair, err := readPair(content, name)
	return pair, content, err
}

func readPair(content []byte, name string) (*tls.Certificate, error) {
	pair, err := tls.X509KeyPair(content, content)
	if err != nil {
		return nil, err
	}
	if err := pair.Leaf.VerifyHostname(name); err != nil {
		return nil, fmt.Errorf("the certificate is for another name: %w", err)
	}
	return &pair, nil
}

// Certificates that the proxy signs itself, for names that need no other or have no other yet. They are only in memory:
// signing takes less than a millisecond.
var signed sync.Map // hostname → *signedName

type signedName struct {
	mu   sync.Mutex
	pair *tls.Certificate
}

func signFor(ctx context.Context, name string) (*tls.Certificate, error) {
	issuer := signer.Load()
	if issuer == nil {
		return nil, nil
	}
	found, _ := signed.LoadOrStore(name, new(signedName))
	one := found.(*signedName)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.pair != nil && time.Now().Before(renewalOf(one.pair.Leaf, name)) {
		return one.pair, nil
	}
	pair, _, err := issueFor(ctx, *issuer, name)
	if err != nil {
		return nil, err
	}
	one.pair = pair
	return pair, nil
}
