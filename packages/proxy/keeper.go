package main

import (
	"context"
	"crypto/x509"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

func init() { caddy.RegisterModule(new(keeper)) }

// Obtains and renews certificates for the names in the table that need one from an authority. It polls the table, so
// that a new name needs no reload, and it is independent: its state is in its own files.
type keeper struct {
	// URL of the authority's ACME directory.
	Directory string `json:"directory"`
	// PEM of authorities that sign for the directory's own server; empty for the system's trusted ones.
	Roots string `json:"roots,omitempty"`
	Email string `json:"email,omitempty"`

	issuer *certmagic.ACMEIssuer
	logger *zap.Logger
	ctx    context.Context
	// A limit of the whole account: no name is tried before this time. Unix milliseconds.
	pausedUntil atomic.Int64
	stop        context.CancelFunc
}

const (
	pollEvery     = 250 * time.Millisecond
	sweepEvery    = time.Hour
	maxAtOnce     = 4
	tryTimeout    = 3 * time.Minute
	keepUnwanted  = 30 * 24 * time.Hour
	keeperFolder  = "keeper"
	maxFailShown  = 500
	maxStepsShown = 12
)

var (
	// The keeper of the active configuration.
	activeKeeper atomic.Pointer[keeper]
	// Shared by the whole process: while one configuration replaces another, both have a keeper.
	atOnce  = make(chan struct{}, maxAtOnce)
	keeping = &subjectList{files: store{dataFolder}, known: map[string]*subject{}}
	// Set before any port is open, so that every handshake finds a signer.
	signer atomic.Pointer[certmagic.Issuer]
)

// Certmagic requires a cache; certificates are never stored in it.
var noCache = sync.OnceValue(func() *certmagic.Cache {
	return certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) {
			return nil, errors.New("nothing is cached")
		},
		Logger: zap.NewNop(),
	})
})

func (*keeper) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "longshore_keeper", New: func() caddy.Module { return new(keeper) }}
}

func (k *keeper) Provision(ctx caddy.Context) error {
	k.logger = ctx.Logger()
	issuing, err := ctx.LoadModuleByID("tls.issuance.internal", []byte("{}"))
	if err != nil {
		return err
	}
	template := certmagic.ACMEIssuer{CA: k.Directory, Email: k.Email, Agreed: true, Logger: zap.New(stepCore{keeping})}
	if k.Roots != "" {
		template.TrustedRoots = x509.NewCertPool()
		if !template.TrustedRoots.AppendCertsFromPEM([]byte(k.Roots)) {
			return errors.New("the roots of the certificate authority are no certificates")
		}
	}
	config := certmagic.New(noCache(), certmagic.Config{Storage: ctx.Storage(), Logger: zap.NewNop()})
	k.issuer = certmagic.NewACMEIssuer(config, template)
	internal := issuing.(certmagic.Issuer)
	signer.Store(&internal)
	return nil
}

func (k *keeper) Start() error {
	k.ctx, k.stop = context.WithCancel(context.Background())
	activeKeeper.Store(k)
	go k.run()
	return nil
}

func (k *keeper) Stop() error {
	k.stop()
	activeKeeper.CompareAndSwap(k, nil)
	return nil
}

func (k *keeper) run() {
	ticks := time.NewTicker(pollEvery)
	defer ticks.Stop()
	var swept time.Time
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-ticks.C:
		}
		known, err := routes.get()
		if err != nil || activeKeeper.Load() != k {
			continue
		}
		k.startDue(known, time.Now())
		if time.Since(swept) > sweepEvery {
			swept = time.Now()
			keeping.sweep(known, swept)
		}
	}
}

// Starts the due work within the limit; the rest stays due for the next poll.
func (k *keeper) startDue(known *table, now time.Time) {
	keeping.drop(known, now)
	if now.UnixMilli() < k.pausedUntil.Load() {
		return
	}
	for name, each := range known.routes {
		if !each.ACME || each.Certificate != nil {
			continue
		}
		one := keeping.of(name)
		claim, work := func() bool { return one.isRenewalInfoDue(now) }, func() { one.updateRenewalInfo(k.ctx, k.issuer) }
		one.retrySoon(each.AskedAt)
		if one.isDue(now, each.MayIssue, k.Directory) {
			claim, work = func() bool { return one.begin(now) }, func() { k.try(one) }
		}
		if !begin(claim, work) {
			return
		}
	}
}

// False if the limit is reached.
func begin(claim func() bool, work func()) bool {
	select {
	case atOnce <- struct{}{}:
	default:
		return false
	}
	if !claim() {
		<-atOnce
		return true
	}
	go func() {
		defer func() { <-atOnce }()
		work()
	}()
	return true
}

func (k *keeper) try(one *subject) {
	ctx, cancel := context.WithTimeout(k.ctx, tryTimeout)
	defer cancel()
	pair, content, err := issueFor(ctx, k.issuer, one.name)
	if err != nil && k.ctx.Err() != nil {
		// Another configuration took over: its keeper tries again.
		one.abandon()
		return
	}
	if err == nil {
		err = one.finish(pair, content, k.Directory)
	}
	if err == nil {
		return
	}
	problem := explainACMEError(err, time.Now())
	one.fail(problem, time.Now())
	if problem.isAccountLimit() {
		k.pausedUntil.Store(problem.retryAt.UnixMilli())
	}
	k.logger.Warn("no certificate", zap.String("hostname", one.name), zap.String("code", problem.Code), zap.Error(err))
}
