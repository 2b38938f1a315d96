/** Pages outside the API whose access depends on settings: the API reference and the security contact. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createApi } from './http.ts'
import type { Authenticator } from './platform/access/authenticator.ts'
import { AppError } from './platform/errors/app-error.ts'
import { platformProblems } from './platform/errors/platform-problems.ts'
import { createLog } from './platform/log/log.ts'
import { generateIdentity } from './platform/secrets/unseal.ts'
import { apiSettings } from './settings.ts'
import { createApiContext } from './wiring/api.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-docs-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
afterAll(() => rmSync(folder, { recursive: true }))

const { recipient } = await generateIdentity()
const refuse = () => Promise.reject(new AppError(platformProblems.unauthenticated))
const authenticator: Authenticator = {
  authenticateActor: refuse,
  authenticateUser: refuse,
  authenticateVisitor: async ({ bearer, cookie }) => {
    if (bearer !== 'lgs_good' && cookie !== 'longshore_refresh=good') await refuse()
  },
}

async function start(mode?: string, contact?: string) {
  const settings = readConfig(apiSettings, {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing',
    PUBLIC_URL: 'https://longshore.example.com',
    LINK_SOCKET: '/tmp/longshore-unused.sock',
    LINK_KEY: randomBytes(32).toString('base64'),
    API_DERIVE_KEY: randomBytes(32).toString('base64'),
    SEALING_RECIPIENT: recipient,
    DASHBOARD_DIRECTORY: folder,
    LOG_LEVEL: 'silent',
    API_DOCS: mode,
    SECURITY_CONTACT: contact,
  })
  const context = createApiContext(settings, createLog({ level: 'silent', process: 'test' }))
  const app = await createApi({ ...context, accounts: { ...context.accounts, authenticator }, modules: [] })
  const get = async (url: string, headers: Record<string, string> = {}) =>
    await app.inject({ url, headers: { host: 'test', ...headers } })
  return { get }
}

const browser = { accept: 'text/html,*/*;q=0.8' }
const pages = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-ui.css', '/api/openapi.json']

test('by default, in production too, the reference is for authenticated users and API tokens', async () => {
  const { get } = await start()
  for (const url of pages) {
    const refused = await get(url)
    expect([url, refused.statusCode, refused.json().code]).toEqual([url, 401, 'unauthenticated'])
    for (const headers of [{ authorization: 'Bearer lgs_good' }, { cookie: 'longshore_refresh=good' }])
      expect([url, (await get(url, headers)).statusCode]).toEqual([url, 200])
    for (const headers of [{ authorization: 'Bearer lgs_bad' }, { cookie: 'longshore_refresh=bad' }])
      expect([url, (await get(url, headers)).statusCode]).toEqual([url, 401])
  }
})

test('redirects a browser without a session to the sign-in page and back', async () => {
  const { get } = await start('signed-in')
  const sent = await get('/api/docs', browser)
  expect([sent.statusCode, sent.headers.location]).toEqual([302, '/sign-in?next=%2Fapi%2Fdocs%2F'])
  expect(sent.headers['cache-control']).toBe('no-store')
  expect((await get('/api/docs/', { ...browser, cookie: 'longshore_refresh=good' })).statusCode).toBe(200)
})

test('public: everyone can open it', async () => {
  const { get } = await start('public')
  for (const url of pages) expect([url, (await get(url)).statusCode]).toEqual([url, 200])
})

test("off: the reference doesn't exist for anyone", async () => {
  const { get } = await start('off')
  for (const url of pages) {
    const answer = await get(url, { authorization: 'Bearer lgs_good' })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
  }
})

test("the page runs only scripts of this instance, connects to nothing else, and isn't cached", async () => {
  const { get } = await start('public')
  for (const url of pages) {
    const { headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
    expect(headers['cache-control']).not.toContain('public')
  }
})

test('publishes the security contact only if it is set', async () => {
  const path = '/.well-known/security.txt'
  expect((await (await start()).get(path)).statusCode).toBe(404)
  const { get } = await start(undefined, 'mailto:security@example.com, https://example.com/report')
  const answer = await get(path)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = answer.body.trim().split('\n')
  expect(lines.slice(0, 2)).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/report'])
  const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 100 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  expect(lines.at(-1)).toBe('Canonical: https://longshore.example.com/.well-known/security.txt')
  await expect(start(undefined, 'security@example.com')).rejects.toThrow(/SECURITY_CONTACT/)
})
