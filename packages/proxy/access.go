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

// Somebody who may see a protected hostname. Of the password there is only a hash that is slow to try.
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

type accessAnswer int

const (
	accessRefused accessAnswer = iota
	accessGranted
	accessBusy
)

// Right passwords are remembered by a keyed hash for some minutes, so that the slow one is paid once and not by each request.
type accessMemory struct {
	key   [32]byte
	lock  sync.Mutex
	known map[[32]byte]time.Time
	tries chan struct{}
}

var access = newAccessMemory()

// A slow hash takes 16 MiB and a processor: guesses of one hostname must not take those of all others.
func newAccessMemory() *accessMemory {
	made := &accessMemory{known: map[[32]byte]time.Time{}, tries: make(chan struct{}, max(1, runtime.NumCPU()/2))}
	rand.Read(made.key[:])
	return made
}

func (m *accessMemory) check(accounts []account, r *http.Request) accessAnswer {
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

func (m *accessMemory) checkOne(one *account, password string, r *http.Request) accessAnswer {
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
	// Many requests come with the first page: those that waited find what the first one found.
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

// Bound to the stored hash: another password of the account makes what was remembered worthless.
func (m *accessMemory) markOf(one *account, password string) [32]byte {
	mac := hmac.New(sha256.New, m.key[:])
	mac.Write(one.salt)
	mac.Write(one.hash)
	mac.Write([]byte(password))
	return [32]byte(mac.Sum(nil))
}

func (m *accessMemory) isKnown(mark [32]byte) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	until, isKnown := m.known[mark]
	return isKnown && time.Now().Before(until)
}

func (m *accessMemory) remember(mark [32]byte) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.known) >= maxRemember {
		clear(m.known)
	}
	m.known[mark] = time.Now().Add(rememberTime)
}

// True: the request may go on. What it was let in with is not shown to the app.
func letIn(w http.ResponseWriter, r *http.Request, accounts []account) (bool, error) {
	switch access.check(accounts, r) {
	case accessGranted:
		r.Header.Del("Authorization")
		return true, nil
	case accessBusy:
		w.Header().Set("Retry-After", "2")
		return false, answer(w, http.StatusTooManyRequests, "Too many sign-ins at this moment.\n")
	default:
		w.Header().Set("WWW-Authenticate", `Basic realm="Protected", charset="UTF-8"`)
		return false, answer(w, http.StatusUnauthorized, "A name and a password are needed.\n")
	}
}
