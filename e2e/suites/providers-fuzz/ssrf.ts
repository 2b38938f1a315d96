/**
 * URLs that lead inside, in every spelling, through the base URL of a provider and the address of a repository. Something
 * listens on every address of this machine and must not be visited; what cannot be listened on must be refused by name.
 */
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { parseAddressPolicy } from '@longshore/addresses'
import { createSources } from '../../../apps/server/src/modules/git-providers/calls/create-sources.ts'
import { createAppTokens } from '../../../apps/server/src/modules/git-providers/clients/github-app.ts'
import { createRateGate } from '../../../apps/server/src/modules/git-providers/clients/rate-gate.ts'
import type { Sources } from '../../../apps/server/src/modules/git-providers/sources.ts'
import { AppError } from '../../../apps/server/src/platform/errors/app-error.ts'
import { brandId } from '../../../apps/server/src/platform/ids/brand.ts'
import { createOutbound } from '../../../apps/server/src/platform/outbound/outbound.ts'
import { call, type SignedIn } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

/** Hosts, each of which is this machine, its network, a metadata service, or a trick. */
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f.1', '0x7f000001', '0x7f.0x0.0x0.0x1', '017700000001', '0177.0.0.1', '0', '0.0.0.0', '00.00.00.00',
  '127.0.0.2', '127.255.255.254', '127.0.0.1.', 'localhost', 'localhost.', 'LOCALHOST', 'localhost.localdomain', 'ip6-localhost', 'x.internal.',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[2001::1]', '[2001:db8::1]',
  '[fe80::1]', '[fe80::1%25lo]', '[fec0::1]', '[fd00::1]', '[fd00:ec2::254]', '[fc00::1]', '[ff02::1]', '[100::1]', '169.254.169.254', '169.254.1.1',
  '0xa9fea9fe', '2852039166', '169.16689662', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1', '198.51.100.1',
  '203.0.113.1', '192.0.2.1', '10.0.0.1', '10.1', '172.16.0.1', '172.17.0.1', '192.168.0.1', '192.168.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '①②⑦.⓪.⓪.①', '127。0。0。1', '127.0.0.1%00', '1２７.0.0.1', 'a@127.0.0.1', ':@127.0.0.1', '127.0.0.1#@example.com', 'example.com\\@127.0.0.1',
  '127.0.0.1\\@example.com', 'example.com@127.0.0.1', '127.0.0.1?@example.com', ' 127.0.0.1', '127.0.0.1\t', '%31%32%37.0.0.1',
] // biome-ignore format: a list
const otherForms = [
  'ftp://127.0.0.1/x', 'gopher://127.0.0.1:70/_x', 'dict://127.0.0.1:11211/x', 'unix:/run/x', 'data:text/plain,x', 'file:///etc/passwd', 'jar:http://127.0.0.1',
  'javascript:alert(1)', 'http:127.0.0.1', 'http:/127.0.0.1', 'http:///127.0.0.1', '//127.0.0.1', 'https:127.0.0.1', 'ssh://127.0.0.1/x', 'git://127.0.0.1/x',
  'ext::sh -c touch% /var/tmp/c-ssrf', '-oProxyCommand=touch /var/tmp/c-ssrf', '127.0.0.1:22', 'http://127.0.0.1:22', 'http://127.0.0.1:6379',
  'http://127.0.0.1:5432', 'https://127.0.0.1:443', 'https://127.0.0.1:8460',
] // biome-ignore format: a list

export interface SsrfOptions {
  /** Allows public addresses only. */
  instance: Instance
  person: SignedIn
  report: Report
}

export async function proveNoVisits({ instance, person, report }: SsrfOptions): Promise<void> {
  const visits: string[] = []
  await using listener = await listen((from) => visits.push(from))
  const forms = [
    ...hosts.map((host) => `http://${withPort(host, listener.port)}`),
    ...hosts.map((host) => `https://${withPort(host, listener.port)}`),
    ...otherForms,
  ]
  let requests = 0
  const ask = async (path: string, body: unknown) => {
    requests += 1
    const answer = await call(instance, 'POST', `/api/v1${path}`, { token: person.token, body })
    report.expect(!answer.text.includes('leaked-'), `${path} echoes what it read`)
    return answer
  }
  const sources = publicSources()
  await inParallel(forms, 12, async (url) => {
    for (const kind of ['gitea', 'github'] as const) {
      const saved = await ask('/git-provider/save-token', { kind, token: 'x'.repeat(40), baseUrl: url })
      report.expect(saved.status === 422, `${kind} at ${url} answers ${saved.status} ${saved.body?.code}`)
    }
    // Beginning an app connects to nothing; finishing it would.
    const { status, body } = await ask('/git-providers/github-app', { baseUrl: url })
    const state = status === 201 ? body.state : 's'.repeat(43)
    const finished = await ask('/git-providers/github-app/complete', { code: 'c'.repeat(20), state })
    report.expect([409, 422].includes(finished.status), `an app at ${url} answers ${finished.status}`)
    requests += 2
    const code = await codeOf(sources.describe(organization, { url: `${url}/octo/shop` }, quiet))
    const remote = await codeOf(sources.remote(organization, { url: `${url}/octo/shop` }, quiet))
    const areRefused = [code, remote].every((each) => refusals.has(each))
    report.expect(areRefused, `a repository at ${url} is ${code} and ${remote}`)
  })
  report.expect(visits.length === 0, `${visits.length} connections were made: ${visits.slice(0, 5).join(', ')}`)
  report.figure('url_forms', forms.length)
  report.figure('ssrf_requests', requests)
  report.figure('ssrf_connections', visits.length)
  const isAwake = await isVisited(listener.port, visits)
  report.expect(isAwake, 'the listener does not hear visits: silence means nothing')
}

const organization = brandId<'org'>(randomUUIDv7())
const quiet = { signal: new AbortController().signal }
const refusals = new Set(['provider_address_refused', 'repository_url_invalid', 'provider_unavailable'])

/** The worker's own way to public repositories, with the rule that holds by default. */
function publicSources(): Sources {
  const outbound = createOutbound({ allow: parseAddressPolicy('public') })
  const parts = { outbound, gate: createRateGate(), tokens: createAppTokens() }
  const never = async () => {
    throw new Error('no account is asked for')
  }
  return createSources(parts, { use: never, useRow: never, check: never })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.problem.code : String(error)),
  )
}

function withPort(host: string, port: number): string {
  const [, name = host, rest = ''] = /^([^#?\\]*)(.*)$/s.exec(host) ?? []
  return rest.startsWith('\\') || rest.startsWith('#') || rest.startsWith('?')
    ? `${name}:${port}${rest}:${port}`
    : `${host}:${port}`
}

async function isVisited(port: number, visits: string[]): Promise<boolean> {
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
  return visits.length > 0
}

/** On every address of this machine, IPv4 and IPv6. */
async function listen(onVisit: (from: string) => void): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    onVisit(`${socket.remoteAddress} → ${socket.localAddress}`)
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nleaked-123')
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
