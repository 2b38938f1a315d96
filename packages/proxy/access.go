package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"runtime"
	"sync"
	"time"

	"golang.org/x/crypto/scrypt"
)

// An account that can open a protected hostname. The password is stored only as a slow hash.
type account struct {
	Name string `json:"name"`
	Salt string `json:"salt"`
	Hash string `json:"hash"`
	salt []byte
	hash []byte
}

const (
	scryptN, scryptR, scryptP = 1 << 14, 8, 1
	hashBytes                 = 32
	tryWait                   = 2 * time.Second
	maxRemember               = 10_000
	maxPassword               = 256
	rememberTime              = 10 * time.Minute
)

func (a *account) check() error {
	var err, other error
	a.salt, err = base64.StdEncoding.DecodeString(a.Salt)
	a.hash, other = base64.StdEncoding.DecodeString(a.Hash)
	if err != nil || other != nil || len(a.salt) < 16 || len(a.hash) != hashBytes || a.Name == "" {
		return errors.New("an account of it cannot be read")
	}
	return nil
}

type accessResult int

const (
	accessRefused accessResult = iota
	accessGranted
	accessBusy
)

// Caches correct passwords as keyed hashes for some minutes, so that the slow hash is computed once and not for each
// request.
type accessCache struct {
	key   [32]byte
	lock  sync.Mutex
	known map[[32]byte]time.Time
	tries chan struct{}
}

var access = newAccessCache()

// A slow hash takes 16 MiB and a processor: guesses for one hostname must not block all others.
func newAccessCache() *accessCache {
	made := &accessCache{known: map[[32]byte]time.Time{}, tries: make(chan struct{}, max(1, runtime.NumCPU()/2))}
	rand.Read(made.key[:])
	return made
}

func (m *accessCache) check(accounts []account, r *http.Request) accessResult {
	name, password, isGiven := r.BasicAuth()
	if !isGiven || len(password) > maxPassword {
		return accessRefused
	}
	for index := range accounts {
		each := &accounts[index]
		if subtle.ConstantTimeCompare([]byte(each.Name), []byte(name)) == 1 {
			return m.checkOne(each, password, r)
		}
	}
	return accessRefused
}

func (m *accessCache) checkOne(one *account, password string, r *http.Request) accessResult {
	mark := m.markOf(one, password)
	if m.isKnown(mark) {
		return accessGranted
	}
	select {
	case m.tries <- struct{}{}:
		defer func() { <-m.tries }()
	case <-time.After(tryWait):
		return accessBusy
	case <-r.Context().Done():
		return accessBusy
	}
	// Many requests come with the first page: those that waited reuse the result of the first one.
	if m.isKnown(mark) {
		return accessGranted
	}
	found, err := scrypt.Key([]byte(password), one.salt, scryptN, scryptR, scryptP, hashBytes)
	if err != nil || subtle.ConstantTimeCompare(found, one.hash) != 1 {
		return accessRefused
	}
	m.remember(mark)
	return accessGranted
}

// Includes the stored hash: a new password of the account invalidates the cached one.
func (m *accessCache) markOf(one *account, password string) [32]byte {
	mac := hmac.New(sha256.New, m.key[:])
	mac.Write(one.salt)
	mac.Write(one.hash)
	mac.Write([]byte(password))
	return [32]byte(mac.Sum(nil))
}

func (m *accessCache) isKnown(mark [32]byte) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	until, isKnown := m.known[mark]
	return isKnown && time.Now().Before(until)
}

func (m *accessCache) remember(mark [32]byte) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.known) >= maxRemember {
		clear(m.known)
	}
	m.known[mark] = time.Now().Add(rememberTime)
}

// Returns true if the request is allowed. The app doesn't see the credentials.
func authorize(w http.ResponseWriter, r *http.Request, accounts []account) (bool, error) {
	switch access.check(accounts, r) {
	case accessGranted:
		r.Header.Del("Authorization")
		return true, nil
	case accessBusy:
		w.Header().Set("Retry-After", "2")
		return false, respond(w, http.StatusTooManyRequests, "Too many sign-ins at this moment.\n")
	default:
		w.Header().Set("WWW-Authenticate", `Basic realm="Protected", charset="UTF-8"`)
		return false, respond(w, http.StatusUnauthorized, "A name and a password are needed.\n")
	}
}
