import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '../../log/log.ts'
import { createHttpServer } from '../server.ts'
import { createDashboard } from './dashboard.ts'
import { readBuiltFiles } from './read-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'longshore-dashboard-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const outside = join(folder, 'outside.js')
const dist = join(folder, 'dist')
await mkdir(join(dist, 'assets'), { recursive: true })
await Promise.all([
  writeFile(outside, 'secret'),
  writeFile(join(dist, 'index.html'), '<!doctype html><meta property="csp-nonce" nonce="__STYLE_NONCE__">'),
  writeFile(join(dist, 'theme.js'), 'theme'),
  writeFile(join(dist, 'assets/index-abc.js'), 'plain'),
  writeFile(join(dist, 'assets/index-abc.js.br'), 'brotli'),
  writeFile(join(dist, 'assets/index-abc.js.gz'), 'zipped'),
  writeFile(join(dist, 'assets/font-abc.woff2'), 'font'),
  writeFile(join(dist, '.sources'), 'a hash of the build'),
])
await symlink(outside, join(dist, 'assets/link.js'))

const app = await start(dist)
afterAll(() => app.close())
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: 'test' }

async function start(from: string) {
  const refuse = () => Promise.reject(new Error('nobody is asked'))
  const log = createLog({ level: 'silent', process: 'api' })
  const dashboard = createDashboard(await readBuiltFiles(from))
  const server = createHttpServer({
    log,
    accessLog: log,
    authenticator: { authenticateActor: refuse, authenticateUser: refuse, authenticateVisitor: refuse },
    findProjectOf: refuse,
    description: {
      title: 'test',
      version: '0',
      description: '',
      tags: [],
      groups: [],
      problems: {},
      examples: () => ({}),
    },
    trustProxy: [],
    corsOrigins: [],
    https: false,
    requestsPerMinute: 3,
    dashboard,
    observe: () => undefined,
  })
  server.get('/health/live', { config: { permission: 'public' } }, async () => 'ok')
  server.get('/api/v1/things', { config: { permission: 'public' } }, async () => 'things')
  dashboard.registerFiles(server)
  return server
}

const get = (url: string, headers: Record<string, string> = browser) => app.inject({ method: 'GET', url, headers })

describe('pages', () => {
  it.each([
    '/',
    '/servers',
    '/environments/env_1/deployments?x=1',
    '/sign-in',
    '/apis',
    '/a/../b',
    '/%2e%2e/etc/passwd',
  ])('serves the page to a browser at %s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('uses a new nonce in each response, the same in page and policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get('/servers')
        const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1]
        expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  it('allows only scripts from this server', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types log-search$/)
  })

  it('responds to HEAD requests', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/servers', headers: browser })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  it.each([
    '/api',
    '/api/v1/none',
    '/api/v1/none?x',
    '/health/none',
    '/problems',
    '/problems/none',
    '/assets/none.js',
    '/assets',
  ])('%s is not a page', async (url) => {
    const answer = await (await start(dist)).inject({ url, headers: browser })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  it('returns 404 to programs', async () => {
    expect((await (await start(dist)).inject({ url: '/servers', headers: { accept: '*/*' } })).statusCode).toBe(404)
  })

  it('refuses other methods', async () => {
    const fresh = await start(dist)
    expect((await fresh.inject({ method: 'POST', url: '/servers', headers: browser })).statusCode).toBe(404)
    const known = await fresh.inject({ method: 'DELETE', url: '/api/v1/things', headers: browser })
    expect([known.statusCode, known.headers.allow]).toEqual([405, 'GET'])
  })

  it("explains how to build the dashboard if it isn't built", async () => {
    const bare = await start(join(folder, 'none'))
    const answer = await bare.inject({ url: '/servers', headers: browser })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('node tools/build-dashboard.ts')
  })
})

describe('files', () => {
  it('hashed files are cached for a year, in the smallest encoding that the client accepts', async () => {
    const answer = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.body).toBe('brotli')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect((await get('/assets/index-abc.js', { 'accept-encoding': 'gzip' })).body).toBe('zipped')
    const plain = await get('/assets/index-abc.js', {})
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['plain', undefined])
  })

  it('fonts are cached for a year, with their own type', async () => {
    const { headers } = await get('/assets/font-abc.woff2', { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('other files are revalidated with 304', async () => {
    const { headers } = await get('/theme.js')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/theme.js', { 'if-none-match': `"other", W/${headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/theme.js', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    '/assets/link.js',
    '/outside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/index-abc.js.br',
    '/.sources',
    '/assets/',
  ])('%s is not served', async (url) => expect((await (await start(dist)).inject({ url })).statusCode).toBe(404))

  it("file requests don't count as API requests", async () => {
    const fresh = await start(dist)
    for (let count = 0; count < 20; count += 1) {
      expect((await fresh.inject({ url: '/theme.js' })).statusCode).toBe(200)
      expect((await fresh.inject({ url: '/servers', headers: browser })).statusCode).toBe(200)
    }
    expect((await fresh.inject({ url: '/api/v1/things' })).headers.ratelimit).toContain('r=2')
  })
})
