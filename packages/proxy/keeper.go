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

// Gets certificates for the names of the table that want one of an authority, and renews them. It looks at the table by
// itself, so that a new name needs no reload, and it needs nobody else: what it knows is in files of its own.
type keeper struct {
	// Of the authority's directory.
	Directory string `json:"directory"`
	// PEM of authorities that sign for the directory's own server; empty: those that everybody trusts.
	Roots string `json:"roots,omitempty"`
	Email string `json:"email,omitempty"`

	issuer *certmagic.ACMEIssuer
	logger *zap.Logger
	ctx    context.Context
	// A limit of the whole account: until then no name is tried. Unix milliseconds.
	pausedUntil atomic.Int64
	stop        context.CancelFunc
}

const (
	lookEvery     = 250 * time.Millisecond
	sweepEvery    = time.Hour
	maxAtOnce     = 4
	tryTimeout    = 3 * time.Minute
	keepUnwanted  = 30 * 24 * time.Hour
	keeperFolder  = "keeper"
	maxFailShown  = 500
	maxStepsShown = 12
)

var (
	// Of the configuration that is in force.
	activeKeeper atomic.Pointer[keeper]
	// Of the whole process: while one configuration takes over from another, both have a keeper.
	atOnce  = make(chan struct{}, maxAtOnce)
	keeping = &subjectList{files: store{dataFolder}, known: map[string]*subject{}}
	// Known before any port is open: no handshake finds nobody who signs.
	signer atomic.Pointer[certmagic.Issuer]
)

// Certmagic wants one; certificates are never put there.
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
	ticks := time.NewTicker(lookEvery)
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
		k.look(known, time.Now())
		if time.Since(swept) > sweepEvery {
			swept = time.Now()
			keeping.sweep(known, swept)
		}
	}
}

// Starts what is due, as far as there is room; the rest is due with the next look still.
func (k *keeper) look(known *table, now time.Time) {
	keeping.drop(known, now)
	if now.UnixMilli() < k.pausedUntil.Load() {
		return
	}
	for name, each := range known.routes {
		if !each.ACME || each.Certificate != nil {
			continue
		}
		one := keeping.of(name)
		claim, work := func() bool { return one.isAskDue(now) }, func() { one.ask(k.ctx, k.issuer) }
		one.heed(each.AskedAt)
		if one.isDue(now, each.MayIssue, k.Directory) {
			claim, work = func() bool { return one.begin(now) }, func() { k.try(one) }
		}
		if !begin(claim, work) {
			return
		}
	}
}

// False: there is no room.
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
	trouble := explainTrouble(err, time.Now())
	one.fail(trouble, time.Now())
	if trouble.isOfAccount() {
		k.pausedUntil.Store(trouble.retryAt.UnixMilli())
	}
	k.logger.Warn("no certificate", zap.String("hostname", one.name), zap.String("code", trouble.Code), zap.Error(err))
}
