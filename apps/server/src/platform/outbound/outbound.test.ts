import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAddressPolicy } from '@longshore/addresses'
import { afterEach, describe, expect, test } from 'vitest'
import { createCircuits } from './circuit.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'
import { parseDestination } from './parse-destination.ts'
import { vetAddresses } from './vet-addresses.ts'

const signal = new AbortController().signal
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function outboundTo(port: number, options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ allow: parseAddressPolicy(`127.0.0.1:${port}`), ...options })
  open.push(() => outbound[Symbol.dispose]())
  return outbound
}

test('sends method, headers and body to an allowed address', async () => {
  const port = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => response.end(`${request.method} ${request.headers['x-a']} ${body}`))
  })
  const request = { url: `http://127.0.0.1:${port}/x?y=1`, method: 'POST', headers: { 'x-a': 'b' }, body: 'é' } as const
  const answer = await outboundTo(port).request({ ...request, signal, scope: 'a' })
  expect([answer.status, answer.body.toString()]).toEqual([200, 'POST b é'])
})

test.each([
  'http://127.0.0.1:1/',
  'http://localhost:1/',
  'https://169.254.169.254/',
  'http://[::1]:1/',
  'https://10.0.0.1/',
])('refuses %s where only something else is allowed', async (url) => {
  const outbound = outboundTo(2, { lookupAll: async () => [{ address: '127.0.0.1' }, { address: '::1' }] })
  await expect(outbound.request({ url, signal, scope: 'a' })).rejects.toMatchObject({ failure: 'address_not_allowed' })
})

test('returns a redirect without following it', async () => {
  const port = await serve((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  const answer = await outboundTo(port).request({ url: `http://127.0.0.1:${port}/`, signal, scope: 'a' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere'])
})

test('slow, large and broken responses end in time, and the error quotes no part of them', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/large') response.end('secret'.repeat(100))
    if (request.url === '/announced') response.writeHead(200, { 'content-length': '9999999' }).write('secret')
    if (request.url === '/cut')
      response.writeHead(200, { 'content-length': '50' }).write('secret', () => response.destroy())
  })
  const outbound = outboundTo(port, { limits: { firstByteMs: 200, totalMs: 400 } })
  const ask = (path: string) =>
    outbound.request({ url: `http://127.0.0.1:${port}${path}`, signal, scope: path, maximumBytes: 100 })
  const failures = await Promise.all(
    ['/slow', '/large', '/announced', '/cut'].map((path) => ask(path).catch((error) => error)),
  )
  expect(failures.map((error) => error.failure)).toEqual(['timeout', 'too_large', 'too_large', 'broken_answer'])
  expect(failures.map(String).join()).not.toContain('secret')
})

test('allows plain http and odd ports only in networks that the operator named', async () => {
  const allow = parseAddressPolicy('public,private,10.0.0.0/8:3000')
  const vet = (address: string, port: number, isPlain: boolean) => vetAddresses(address, port, { allow, isPlain })
  await expect(vet('10.1.1.1', 3000, true)).resolves.toEqual(['10.1.1.1'])
  await expect(vet('8.8.8.8', 443, false)).resolves.toEqual(['8.8.8.8'])
  await expect(vet('8.8.8.8', 80, true)).rejects.toMatchObject({ failure: 'plain_http' })
  for (const port of [22, 25, 6379, 5432, 11211])
    await expect(vet('8.8.8.8', port, false)).rejects.toMatchObject({ failure: 'address_not_allowed' })
})

describe('a URL', () => {
  test.each([
    'ftp://a.example/',
    'http://a@b.example/',
    'http://@b.example/',
    'http://b.example\\@c.example/',
    'http://b.example/#x',
    'http://①②⑦.⓪.⓪.①/',
    'http://b.example\n/',
    ' http://b.example/',
    'http:b.example',
    'http://b..example/',
    'http://-b.example/',
    'http://b.example:0/',
    `http://b.example/${'x'.repeat(9_000)}`,
  ])('%s is refused', (url) => expect(() => parseDestination(url)).toThrow('http or https'))
  test.each([
    ['https://b.example', { host: 'b.example', port: 443, path: '/', isPlain: false }],
    ['http://127.1:81/a?b', { host: '127.0.0.1', port: 81, path: '/a?b', isPlain: true }],
    ['https://[::1]/', { host: '::1', port: 443, path: '/', isPlain: false }],
  ])('%s is accepted', (url, expected) => expect(parseDestination(url)).toEqual(expected))
})

test('skips a host after five consecutive failures, then tries it with one request', () => {
  let now = 0
  const circuits = createCircuits(() => now)
  for (let count = 0; count < 4; count += 1) circuits.failed('h')
  expect(circuits.refusedForSeconds('h')).toBeNull()
  circuits.failed('h')
  expect(circuits.refusedForSeconds('h')).toBe(20)
  expect(circuits.refusedForSeconds('other')).toBeNull()
  now = 20_001
  expect(circuits.refusedForSeconds('h')).toBeNull()
  expect(circuits.refusedForSeconds('h')).not.toBeNull()
  circuits.succeeded('h')
  expect(circuits.refusedForSeconds('h')).toBeNull()
})
