import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { registerDocumentation } from './documentation.ts'
import { createHttpServer } from './server.ts'

const folder = await mkdtemp(join(tmpdir(), 'longshore-documentation-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const site = join(folder, 'site')
await mkdir(join(site, 'guides'), { recursive: true })
await mkdir(join(site, 'assets'))
await writeFile(join(folder, 'secret.html'), 'outside of the site')
await writeFile(join(site, 'policy.txt'), "default-src 'none'; script-src 'sha256-abc'\n")
for (const [path, text] of [
  ['index.html', 'the start'],
  ['guides/deploy.html', 'how to deploy'],
] as const) {
  await writeFile(join(site, path), text)
  await writeFile(join(site, `${path}.br`), brotliCompressSync(text))
}
await writeFile(join(site, '404.html'), 'no such page')
await writeFile(join(site, 'assets/app.abc.js'), 'script')
await symlink(join(folder, 'secret.html'), join(site, 'link.html'))

const app = await start(site)
afterAll(() => app.close())

async function start(from: string) {
  const refuse = () => Promise.reject(new Error('nobody is asked'))
  const log = createLog({ level: 'silent', process: 'api' })
  const description = {
    title: 'test',
    version: '0',
    description: '',
    tags: [],
    groups: [],
    problems: {},
    examples: () => ({}),
  }
  const server = createHttpServer({
    ...{ log, accessLog: log, description, trustProxy: [], corsOrigins: [], https: false, requestsPerMinute: 3 },
    authenticator: { authenticateActor: refuse, authenticateUser: refuse, authenticateVisitor: refuse },
    findProjectOf: refuse,
    dashboard: createDashboard([]),
    observe: () => undefined,
  })
  await registerDocumentation(server, from)
  return server
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'test', ...headers } })

test.each([
  ['/docs/', 'the start'],
  ['/docs/index.html', 'the start'],
  ['/docs/guides/deploy.html', 'how to deploy'],
  ['/docs/guides/deploy', 'how to deploy'],
])('serves the page at %s', async (url, body) => {
  const response = await get(url)
  expect([response.statusCode, response.body]).toEqual([200, body])
  expect(response.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'sha256-abc'; frame-ancestors 'none'",
  )
  expect(response.headers['cache-control']).toBe('no-cache')
})

test('sends the compressed form to clients that accept it', async () => {
  const response = await get('/docs/guides/deploy.html', { 'accept-encoding': 'br' })
  expect(response.headers['content-encoding']).toBe('br')
  expect(response.rawPayload.equals(brotliCompressSync('how to deploy'))).toBe(true)
})

test('redirects to the start, and lets browsers keep files whose names change with their content', async () => {
  expect((await get('/docs')).headers.location).toBe('/docs/')
  expect((await get('/docs/assets/app.abc.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/docs/assets/app.next.js')).headers['cache-control']).toBe('no-cache')
})

test.each(['/docs/nowhere', '/docs/../secret.html', '/docs/%2e%2e/secret.html', '/docs/link.html', '/docs/policy.txt'])(
  'responds with 404 to %s',
  async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('outside of the site')
  },
)

test('has no paths without a built site', async () => {
  const server = await start(join(folder, 'missing'))
  expect((await server.inject({ url: '/docs/', headers: { host: 'test' } })).statusCode).toBe(404)
  await server.close()
})
