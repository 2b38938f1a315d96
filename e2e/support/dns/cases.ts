/** The DNS states of a domain, each created on purpose, and Longshore's expected report. */
import { type DnsTestEnv, loopback, type Speaker } from './dns-test-env.ts'

export interface DnsCase {
  readonly name: string
  readonly hostname: string
  /** Null if DNS is right and the domain becomes verified. */
  readonly code: string | null
  readonly routing: 'direct' | 'behind_cdn' | 'elsewhere' | 'none'
  readonly canIssueCertificate?: boolean
  /** The proof record isn't created, because the case is about that. */
  readonly isUnproven?: boolean
  readonly attach?: 'reached' | 'unreached'
  make(testEnv: DnsTestEnv, hostname: string, txt: { name: string; value: string }): void
}

export const serverV4 = '203.0.113.10'
export const serverV6 = '2001:db8::10'
const other = '45.76.1.2'
export const edgeReached = `${loopback}.54.10`
export const edgeUnreached = `${loopback}.54.11`

const resolvers: readonly Speaker[] = ['resolver1', 'resolver2']
const authorities: readonly Speaker[] = ['authority1', 'authority2']

type Make = DnsCase['make']
/** True if the hostname has its own zone. */
const inZone =
  (zone: string, make: Make): Make =>
  (testEnv, hostname, txt) => {
    testEnv.addZone(zone)
    make(testEnv, hostname, txt)
  }
const pointing =
  (v4: readonly string[], v6: readonly string[] = []): Make =>
  (testEnv, hostname) => {
    testEnv.add(hostname, 'A', ...v4)
    testEnv.add(hostname, 'AAAA', ...v6)
  }
const right = pointing([serverV4])

const good: DnsCase[] = [
  {
    name: 'A and AAAA',
    hostname: 'both.right-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('right-zone.com', pointing([serverV4], [serverV6])),
  },
  {
    name: 'only A',
    hostname: 'a.a-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('a-zone.com', right),
  },
  {
    name: 'only AAAA',
    hostname: 'six.six-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('six-zone.com', pointing([], [serverV6])),
  },
  {
    name: 'alias',
    hostname: 'www.alias-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('alias-zone.com', (testEnv, hostname) => {
      testEnv.add(hostname, 'CNAME', 'target.alias-zone.com')
      testEnv.add('target.alias-zone.com', 'A', serverV4)
    }),
  },
  {
    name: 'top of its zone',
    hostname: 'top-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('top-zone.com', right),
  },
  {
    name: 'international',
    hostname: 'bücher.umlaut-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('umlaut-zone.com', right),
  },
  {
    name: 'delegated below',
    hostname: 'app.team.parent-zone.com',
    code: null,
    routing: 'direct',
    make: (testEnv, hostname, txt) => {
      // The parent's servers don't know the child zone: only the right servers have the record.
      testEnv.add('parent-zone.com', 'NS', 'ns2.dns-host.net')
      testEnv.add('team.parent-zone.com', 'NS', 'ns1.dns-host.net')
      testEnv.say(['authority2'], 'team.parent-zone.com', () => ({ rcode: 5 }))
      right(testEnv, hostname, txt)
    },
  },
  {
    name: 'CAA allows',
    hostname: 'app.caa-good-zone.com',
    code: null,
    routing: 'direct',
    make: inZone('caa-good-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add('caa-good-zone.com', 'CAA', '0 issue sectigo.com', '0 issue letsencrypt.org', '0 iodef mailto:a@b.c')
    }),
  },
  {
    name: 'behind a CDN, reached',
    hostname: 'cdn.cdn-good-zone.com',
    code: null,
    routing: 'behind_cdn',
    attach: 'reached',
    make: inZone('cdn-good-zone.com', pointing([edgeReached])),
  },
]

const place: DnsCase[] = [
  {
    name: 'absent',
    hostname: 'nothing.absent-zone.com',
    code: 'dns_name_missing',
    routing: 'none',
    make: (testEnv, hostname, txt) => {
      testEnv.addZone('absent-zone.com')
      // The proof record would make the name exist.
      testEnv.say(resolvers, hostname, ({ name }) => (name === txt.name ? undefined : { rcode: 3 }))
    },
  },
  {
    name: 'no address',
    hostname: 'mail.mail-zone.com',
    code: 'dns_no_address',
    routing: 'none',
    make: inZone('mail-zone.com', (testEnv, hostname) => testEnv.add(hostname, 'MX', 'mx.mail-zone.com')),
  },
  {
    name: 'elsewhere',
    hostname: 'old.elsewhere-zone.com',
    code: 'dns_points_elsewhere',
    routing: 'elsewhere',
    make: inZone('elsewhere-zone.com', pointing([other])),
  },
  {
    name: 'partly elsewhere',
    hostname: 'half.half-zone.com',
    code: 'dns_partly_elsewhere',
    routing: 'direct',
    make: inZone('half-zone.com', pointing([serverV4, other])),
  },
  {
    name: 'AAAA trap',
    hostname: 'trap.trap-zone.com',
    code: 'dns_ipv6_elsewhere',
    routing: 'direct',
    make: inZone('trap-zone.com', pointing([serverV4], ['2a01:4f8::1'])),
  },
  {
    name: 'private address',
    hostname: 'lan.lan-zone.com',
    code: 'dns_private_address',
    routing: 'elsewhere',
    make: inZone('lan-zone.com', pointing(['192.168.1.5'])),
  },
  {
    name: 'alias at the top',
    hostname: 'apex-zone.com',
    code: 'cname_at_apex',
    routing: 'direct',
    make: (testEnv, hostname) => {
      testEnv.addZone(hostname)
      testEnv.add('elsewhere.apex-target.com', 'A', serverV4)
      testEnv.say([...resolvers, ...authorities], hostname, ({ name, type }) => {
        if (name !== hostname || type === 'NS' || type === 'SOA') return undefined
        const alias = { name, type: 'CNAME', value: 'elsewhere.apex-target.com' } as const
        return { records: type === 'A' ? [alias, { name: alias.value, type: 'A', value: serverV4 }] : [alias] }
      })
    },
  },
  {
    name: 'alias to nothing',
    hostname: 'www.dangling-zone.com',
    code: 'cname_dangling',
    routing: 'none',
    make: inZone('dangling-zone.com', (testEnv, hostname) => testEnv.add(hostname, 'CNAME', 'gone.vendor-zone.net')),
  },
  {
    name: 'alias to itself',
    hostname: 'www.loop-zone.com',
    code: 'cname_loop',
    routing: 'none',
    make: inZone('loop-zone.com', (testEnv, hostname) => {
      testEnv.add(hostname, 'CNAME', 'b.loop-zone.com')
      testEnv.add('b.loop-zone.com', 'CNAME', hostname)
    }),
  },
  {
    name: 'behind a CDN, not attached',
    hostname: 'cdn.cdn-free-zone.com',
    code: 'cdn_not_attached',
    routing: 'behind_cdn',
    make: inZone('cdn-free-zone.com', pointing([edgeReached])),
  },
  {
    name: 'behind a CDN, not reached',
    hostname: 'cdn.cdn-bad-zone.com',
    code: 'cdn_not_reached',
    routing: 'behind_cdn',
    attach: 'unreached',
    make: inZone('cdn-bad-zone.com', pointing([edgeUnreached])),
  },
]

const broken: DnsCase[] = [
  {
    name: 'expired',
    hostname: 'app.expired-zone.com',
    code: 'domain_not_registered',
    routing: 'none',
    isUnproven: true,
    make: () => undefined,
  },
  {
    name: 'SERVFAIL',
    hostname: 'app.dnssec-zone.com',
    code: 'dns_servfail',
    routing: 'none',
    make: inZone('dnssec-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(resolvers, 'dnssec-zone.com', ({ type }) => (type === 'NS' ? undefined : { rcode: 2 }))
    }),
  },
  {
    name: 'name servers refuse',
    hostname: 'app.lame-zone.com',
    code: 'nameservers_refuse',
    routing: 'none',
    make: inZone('lame-zone.com', (testEnv) => {
      testEnv.say(resolvers, 'lame-zone.com', ({ type }) => (type === 'NS' ? undefined : { rcode: 2 }))
      testEnv.say(authorities, 'lame-zone.com', () => ({ rcode: 5 }))
    }),
  },
  {
    name: 'name servers silent',
    hostname: 'app.silent-zone.com',
    code: 'nameservers_silent',
    routing: 'none',
    make: inZone('silent-zone.com', (testEnv) => {
      testEnv.say(resolvers, 'silent-zone.com', ({ type }) => (type === 'NS' ? undefined : { rcode: 2 }))
      testEnv.say(authorities, 'silent-zone.com', () => ({ isSilent: true }))
    }),
  },
  {
    name: 'slow',
    hostname: 'app.slow-zone.com',
    code: 'dns_timeout',
    routing: 'none',
    make: inZone('slow-zone.com', (testEnv) => testEnv.say(resolvers, 'slow-zone.com', () => ({ delayMs: 8_000 }))),
  },
  {
    name: 'stale resolver',
    hostname: 'app.stale-zone.com',
    code: 'dns_resolver_stale',
    routing: 'direct',
    make: inZone('stale-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(['resolver2'], hostname, ({ name, type }) =>
        name === hostname && type === 'A' ? { records: [{ name, type, value: other }] } : undefined,
      )
    }),
  },
  {
    name: 'one resolver fails',
    hostname: 'app.split-zone.com',
    code: 'dns_resolvers_disagree',
    routing: 'direct',
    make: inZone('split-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(['resolver2'], hostname, ({ type }) => (type === 'A' ? { rcode: 2 } : undefined))
    }),
  },
]

const forbidden: DnsCase[] = [
  {
    name: 'CAA forbids',
    hostname: 'app.caa-zone.com',
    code: 'caa_forbids',
    routing: 'direct',
    make: inZone('caa-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add('caa-zone.com', 'CAA', '0 issue sectigo.com')
    }),
  },
  {
    name: 'CAA forbids everybody',
    hostname: 'app.caa-none-zone.com',
    code: 'caa_forbids',
    routing: 'direct',
    make: inZone('caa-none-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add(hostname, 'CAA', '0 issue ;')
      // Only the closest records count.
      testEnv.add('caa-none-zone.com', 'CAA', '0 issue letsencrypt.org')
    }),
  },
  {
    name: 'CAA wants another method',
    hostname: 'app.caa-method-zone.com',
    code: 'caa_forbids',
    routing: 'direct',
    make: inZone('caa-method-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add(hostname, 'CAA', '0 issue letsencrypt.org; validationmethods=dns-01')
    }),
  },
  {
    name: 'CAA unanswered',
    hostname: 'app.caa-broken-zone.com',
    code: 'caa_unanswered',
    routing: 'direct',
    make: inZone('caa-broken-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(resolvers, 'caa-broken-zone.com', ({ type }) => (type === 'CAA' ? { rcode: 2 } : undefined))
    }),
  },
]

const unproven: DnsCase[] = [
  {
    name: 'TXT missing',
    hostname: 'app.txt-zone.com',
    code: 'txt_missing',
    routing: 'direct',
    isUnproven: true,
    make: inZone('txt-zone.com', right),
  },
  {
    name: 'TXT wrong',
    hostname: 'app.txt-wrong-zone.com',
    code: 'txt_wrong',
    routing: 'direct',
    isUnproven: true,
    make: inZone('txt-wrong-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add(txt.name, 'TXT', `longshore-domain=${'0'.repeat(40)}`)
    }),
  },
  {
    name: 'TXT at one of two',
    hostname: 'app.txt-half-zone.com',
    code: 'txt_partial',
    routing: 'direct',
    make: inZone('txt-half-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(['authority2'], txt.name, () => ({ rcode: 3 }))
    }),
  },
  {
    name: 'TXT only at resolvers',
    hostname: 'app.txt-lie-zone.com',
    code: 'txt_missing',
    routing: 'direct',
    make: inZone('txt-lie-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.say(authorities, txt.name, () => ({ rcode: 3 }))
    }),
  },
  {
    name: 'TXT behind an alias',
    hostname: 'app.txt-alias-zone.com',
    code: 'txt_missing',
    routing: 'direct',
    isUnproven: true,
    make: inZone('txt-alias-zone.com', (testEnv, hostname, txt) => {
      right(testEnv, hostname, txt)
      testEnv.add(txt.name, 'CNAME', 'proof.vendor-zone.org')
      testEnv.add('proof.vendor-zone.org', 'TXT', txt.value)
    }),
  },
]

export const cases: readonly DnsCase[] = [...good, ...place, ...broken, ...forbidden, ...unproven]
