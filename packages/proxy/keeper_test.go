package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3/acme"
)

const directory = "https://authority.test/dir"

// Issues certificates with this lifetime, starting now.
type testIssuer struct{ lifetime time.Duration }

func (testIssuer) IssuerKey() string { return "test" }

func (i testIssuer) Issue(_ context.Context, request *x509.CertificateRequest) (*certmagic.IssuedCertificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()),
		Subject:      pkix.Name{CommonName: "Test authority"},
		DNSNames:     request.DNSNames,
		NotBefore:    now,
		NotAfter:     now.Add(i.lifetime),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, request.PublicKey, key)
	return &certmagic.IssuedCertificate{Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}, err
}

func newList(t *testing.T) *subjectList {
	return &subjectList{files: store{t.TempDir()}, known: map[string]*subject{}}
}

func (l *subjectList) again() *subjectList {
	return &subjectList{files: l.files, known: map[string]*subject{}}
}

func mustIssue(t *testing.T, one *subject, lifetime time.Duration) {
	t.Helper()
	if !one.begin(time.Now()) {
		t.Fatal("it is busy")
	}
	pair, content, err := issueFor(t.Context(), testIssuer{lifetime}, one.name)
	if err == nil {
		err = one.finish(pair, content, directory)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestNameIsTriedOnlyWhileIssuingIsAllowed(t *testing.T) {
	one := newList(t).of("shop.example.com")
	now := time.Now()
	if one.isDue(now, false, directory) {
		t.Fatal("tried while DNS is wrong")
	}
	if !one.isDue(now, true, directory) {
		t.Fatal("not tried although DNS is right")
	}
	one.begin(now)
	if one.isDue(now, true, directory) || one.begin(now) {
		t.Fatal("tried twice at once")
	}
	one.fail(&acmeError{Code: "acme_connection_failed"}, now)
	if one.isDue(now.Add(50*time.Second), true, directory) {
		t.Fatal("tried again at once")
	}
	if !one.isDue(now.Add(2*time.Minute), true, directory) {
		t.Fatal("not tried again")
	}
	// The problem was fixed: the retry doesn't have to wait.
	one.isDue(now, false, directory)
	if !one.isDue(now, true, directory) {
		t.Fatal("waits although DNS has become right")
	}
}

func TestRetryRequestShortensTheWait(t *testing.T) {
	now := time.Now()
	for code, isTried := range map[string]bool{"acme_connection_failed": true, codeRateLimited: false} {
		one := newList(t).of("shop.example.com")
		for range 5 {
			one.begin(now)
			one.fail(&acmeError{Code: code}, now)
		}
		one.retrySoon(now.Add(-time.Second).UnixMilli())
		if one.isDue(now.Add(2*time.Minute), true, directory) {
			t.Fatal("what was asked before the failure counts")
		}
		one.retrySoon(now.Add(time.Second).UnixMilli())
		if one.isDue(now.Add(30*time.Second), true, directory) || one.isDue(now.Add(2*time.Minute), true, directory) != isTried {
			t.Fatalf("%s: tried at the wrong time", code)
		}
	}
}

func TestRateLimitHoldsWhateverDNSContains(t *testing.T) {
	one := newList(t).of("shop.example.com")
	now := time.Now()
	retryAt := now.Add(30 * time.Hour).UTC().Truncate(time.Second)
	problem := acme.Problem{Type: acme.ProblemTypeRateLimited, Detail: "too many certificates (5) already issued, retry after " + retryAt.Format("2006-01-02 15:04:05") + " UTC: see the documentation"}
	found := explainACMEError(errors.Join(errors.New("order"), problem), now)
	if found.Code != codeRateLimited || !found.retryAt.Equal(retryAt) {
		t.Fatalf("%+v", found)
	}
	if found.isAccountLimit() || !(&acmeError{Code: codeRateLimited, Message: "too many new orders (300) from this account"}).isAccountLimit() {
		t.Fatal("limits of a name and of the account are mixed up")
	}
	one.begin(now)
	one.fail(found, now)
	one.isDue(now, false, directory)
	if one.isDue(now.Add(29*time.Hour), true, directory) || !one.isDue(retryAt.Add(time.Second), true, directory) {
		t.Fatal("the time that the authority named is not kept")
	}
}

func TestCertificateSurvivesARestart(t *testing.T) {
	list := newList(t)
	one := list.of("shop.example.com")
	mustIssue(t, one, time.Hour)
	one.begin(time.Now())
	again := list.again().of("shop.example.com")
	if again.pair.Load() == nil || again.state.CA != directory || again.state.TryingFrom != nil {
		t.Fatalf("%+v", again.state)
	}
	if again.isDue(time.Now(), true, directory) {
		t.Fatal("a good certificate is got again after a restart")
	}
	if !again.isDue(time.Now(), true, "https://other.test/dir") {
		t.Fatal("another authority is not asked")
	}
	if err := os.WriteFile(list.files.keeperFile("shop.example.com", ".pem"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	torn := list.again().of("shop.example.com")
	if torn.pair.Load() != nil || !torn.isDue(time.Now(), true, directory) {
		t.Fatal("a certificate that cannot be read is not got again")
	}
}

func TestRenewalIsRelativeToTheLifetime(t *testing.T) {
	for _, lifetime := range []time.Duration{time.Minute, 6 * 24 * time.Hour, 90 * 24 * time.Hour} {
		one := newList(t).of("shop.example.com")
		mustIssue(t, one, lifetime)
		begin := *one.state.NotBefore
		if one.isDue(begin.Add(lifetime*6/10), true, directory) || !one.isDue(begin.Add(lifetime*7/10), true, directory) {
			t.Fatalf("%v is renewed at %v", lifetime, one.state.RenewAt.Sub(begin))
		}
		if one.isDue(begin.Add(lifetime*7/10), false, directory) || !one.isDue(begin.Add(lifetime*95/100), false, directory) {
			t.Fatalf("%v: while DNS is wrong only the last tenth is tried", lifetime)
		}
		if wait := waitAfter(&acmeError{}, 100, lifetime); wait > max(lifetime/20, shortestWait) {
			t.Fatalf("%v waits %v after failures", lifetime, wait)
		}
	}
}

func TestFailuresPerHourStayBelowTheLimit(t *testing.T) {
	passed, tries := time.Duration(0), 1
	for passed < time.Hour {
		passed += waitAfter(&acmeError{Code: "acme_wrong_answer"}, tries, 0)
		tries++
	}
	if tries-1 > 5 {
		t.Fatalf("%d tries within an hour", tries-1)
	}
}

func TestACMEErrorsHaveStableCodes(t *testing.T) {
	now := time.Now()
	for code, err := range map[string]error{
		"acme_connection_failed": acme.Problem{Type: acme.ProblemTypeConnection},
		"acme_wrong_answer":      acme.Problem{Type: acme.ProblemTypeUnauthorized},
		"acme_caa_forbids":       acme.Problem{Type: acme.ProblemTypeCAA},
		"acme_dns_failed":        acme.Problem{Type: acme.ProblemTypeDNS},
		"acme_name_refused": acme.Problem{Type: acme.ProblemTypeMalformed, Subproblems: []acme.Subproblem{
			{Problem: acme.Problem{Type: acme.ProblemTypeRejectedIdentifier}}}},
		codeFailed:      errors.New("something else"),
		codeUnreachable: &url.Error{Op: "Get", URL: directory, Err: errors.New("connection refused")},
	} {
		if found := explainACMEError(err, now); found.Code != code {
			t.Errorf("%v: %s", err, found.Code)
		}
	}
	if found := explainACMEError(acme.Problem{Detail: "a\nb\x00c"}, now); found.Message != "a b c" {
		t.Errorf("%q", found.Message)
	}
}

func TestUnwantedNamesAreForgottenAndReturnWithTheirCertificate(t *testing.T) {
	list := newList(t)
	mustIssue(t, list.of("shop.example.com"), time.Hour)
	list.drop(&table{}, time.Now())
	if len(list.known) != 0 {
		t.Fatal("it is still known")
	}
	list.sweep(&table{}, time.Now())
	if list.of("shop.example.com").isDue(time.Now(), true, directory) {
		t.Fatal("a name that came back costs another certificate")
	}
	list.drop(&table{}, time.Now())
	list.sweep(&table{}, time.Now().Add(2*time.Hour))
	if entries, _ := os.ReadDir(list.files.root + "/" + keeperFolder); len(entries) != 0 {
		t.Fatalf("%d files are left", len(entries))
	}
}

type testRenewalInfo struct {
	at  time.Time
	err error
}

func (w testRenewalInfo) GetRenewalInfo(context.Context, certmagic.Certificate) (acme.RenewalInfo, error) {
	return acme.RenewalInfo{SelectedTime: w.at}, w.err
}

func TestRenewalInfoOnlyMovesTheRenewalEarlier(t *testing.T) {
	const lifetime = 90 * 24 * time.Hour
	list := newList(t)
	one := list.of("shop.example.com")
	mustIssue(t, one, lifetime)
	now := time.Now()
	planned := *one.state.RenewAt
	if one.isRenewalInfoDue(now) || !one.isRenewalInfoDue(now.Add(renewalInfoEvery)) || one.isRenewalInfoDue(now.Add(renewalInfoEvery)) {
		t.Fatal("it is not asked once within hours")
	}
	one.updateRenewalInfo(t.Context(), testRenewalInfo{err: errors.New("unsupported")})
	one.updateRenewalInfo(t.Context(), testRenewalInfo{at: planned.Add(time.Hour)})
	if !one.state.RenewAt.Equal(planned) {
		t.Fatalf("renewed at %v in place of %v", one.state.RenewAt, planned)
	}
	one.updateRenewalInfo(t.Context(), testRenewalInfo{at: now.Add(-time.Hour)})
	if !one.isDue(now, true, directory) || !list.again().of("shop.example.com").isDue(now, true, directory) {
		t.Fatal("it is not renewed although the authority wants it now")
	}
	if one.isRenewalInfoDue(now.Add(shortestRenewalInfoWait / 2)) {
		t.Fatal("it is asked again at once")
	}
	mustIssue(t, one, lifetime)
	if one.isDue(now, true, directory) {
		t.Fatal("the wish is kept for the next certificate")
	}
}

func TestStatusListsEnvironments(t *testing.T) {
	list := newList(t)
	content := []byte(`{"routes":{"a.test":{"acme":true,"mayIssue":true},"b.test":{"acme":true},"c.test":{"tls":true},"../d":{"acme":true}}}`)
	if err := writeFile(list.files.tableFile(), content); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	statusOf := func(name string) string {
		found, err := list.files.certificates(now)
		if err != nil || len(found) != 2 {
			t.Fatalf("%v %v", found, err)
		}
		return found[name].Status
	}
	if statusOf("a.test") != "pending" || statusOf("b.test") != "pending" {
		t.Fatal("not pending")
	}
	one := list.of("a.test")
	one.begin(time.Now())
	one.note("challenge", "http-01")
	if statusOf("a.test") != "issuing" {
		t.Fatal("not issuing")
	}
	one.fail(&acmeError{Code: "acme_dns_failed"}, time.Now())
	if statusOf("a.test") != "failed" {
		t.Fatal("not failed")
	}
	mustIssue(t, one, time.Hour)
	if statusOf("a.test") != "active" {
		t.Fatal("not active")
	}
	one.begin(time.Now())
	if statusOf("a.test") != "renewing" {
		t.Fatal("not renewing")
	}
	now = now.Add(2 * time.Hour)
	if statusOf("a.test") != "expired" {
		t.Fatal("not expired")
	}
}
