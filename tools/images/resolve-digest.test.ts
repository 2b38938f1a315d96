import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ImageRegistry } from '../../e2e/fixtures/image-registry.ts'
import { resolveDigest } from './resolve-digest.ts'

/** A registry that follows the distribution specification and requires a token like the public ones. */
const server = createServer(respond).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const host = `127.0.0.1:${port}`
afterAll(() => void server.close())

const index = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests: [] })
const digest = `sha256:${createHash('sha256').update(index).digest('hex')}`
const other = `sha256:${'0'.repeat(64)}`
let body = index
let headers: Record<string, string> = {}
let challenge = ''
const seen: string[] = []

beforeEach(() => {
  body = index
  headers = { 'docker-content-digest': digest }
  challenge = `Bearer realm="http://${host}/token",service="registry"`
  seen.length = 0
})

const ask = (name = `${host}/team/base`) => resolveDigest({ name, tag: '1.2.3' })

test('the digest is the hash of the manifest, fetched with an anonymous token', async () => {
  expect(await ask()).toBe(digest)
  expect(seen).toEqual([
    'GET /v2/team/base/manifests/1.2.3',
    'GET /token?service=registry&scope=repository%3Ateam%2Fbase%3Apull',
    'GET /v2/team/base/manifests/1.2.3',
  ])
})

test('the digest is the one that the registry stores the image under', async () => {
  await using registry = await ImageRegistry.start({ username: '', password: '' }, { isPublic: true })
  const image = { program: Buffer.from('program'), environment: [] }
  const stored = registry.publish('team/base', '1.2.3', image)
  registry.publish('team/base', '1.2.4', { ...image, environment: ['A=1'] })
  const name = `${registry.host}/team/base`
  expect(`${name}@${await resolveDigest({ name, tag: '1.2.3' })}`).toBe(stored)
})

test('hashes the bytes of a registry that claims no digest', async () => {
  headers = {}
  expect(await ask()).toBe(digest)
})

test('rejects a claimed digest that is not the hash of the manifest', async () => {
  headers = { 'docker-content-digest': other }
  await expect(ask()).rejects.toThrow(`claims ${other}, but its manifest has ${digest}`)
})

test('rejects a manifest that was changed in transit', async () => {
  body = index.replace('[]', '[{}]')
  await expect(ask()).rejects.toThrow('claims')
})

test('follows another name of a registry to the manifest', async () => {
  expect(await ask(`${host}/alias/base`)).toBe(digest)
})

test.each([
  ['a missing tag', 'absent/base', 'responds with 404'],
  ['redirects without end', 'loop/base', 'redirects without end'],
  ['a redirect to another host without TLS', 'plain/base', 'has no TLS'],
  ['a manifest without end', 'huge/base', 'more than'],
])('%s is an error', async (_, name, message) => {
  await expect(ask(`${host}/${name}`)).rejects.toThrow(message)
})

test.each([
  ['Basic realm="registry"', 'wants an account'],
  ['Bearer realm="http://localhost:1/token"', 'has no TLS'],
])('the challenge %s is an error', async (text, message) => {
  challenge = text
  await expect(ask()).rejects.toThrow(message)
})

function respond({ url = '', method, headers: given }: IncomingMessage, reply: ServerResponse): void {
  seen.push(`${method} ${url}`)
  if (url.startsWith('/token')) return void reply.end(JSON.stringify({ token: 'pass' }))
  const [, , name = ''] = url.split('/')
  const target = { alias: '/v2/team/base/manifests/1.2.3', loop: url, plain: 'http://localhost:1/v2/' }[name]
  if (target !== undefined) return void reply.writeHead(307, { location: target }).end()
  if (given.authorization !== 'Bearer pass') return void reply.writeHead(401, { 'www-authenticate': challenge }).end()
  if (name === 'absent') return void reply.writeHead(404).end()
  if (name === 'huge') return void reply.end(Buffer.alloc(5 << 20))
  reply.writeHead(given.accept?.includes('image.index') ? 200 : 406, headers).end(body)
}
