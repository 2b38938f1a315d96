import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect as connectHttp } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { echo } from '../../testing/link-calls.ts'
import {
  certificates,
  client,
  folder,
  key,
  lengthOf,
  options,
  sealer,
  seen,
  serve,
  strangerCertificates,
  until,
  useTestLink,
} from '../../testing/test-link.ts'
import type { LinkAddress } from './endpoint.ts'

useTestLink()

const canMakeNamespaces = spawnSync('unshare', ['-n', 'true']).status === 0

describe('with two workers on one machine', () => {
  const at = (name: string) => join(folder, name)

  test('calls go to the first that responds, and to the other one when the first is down', async () => {
    await serve({ socketPath: at('second.sock') })
    const api = client({ socketPath: at('first.sock'), otherSocketPaths: [at('second.sock')] })
    const call = () => api.call(echo, { text: 'x' }, options)
    await expect(call()).resolves.toMatchObject({ text: 'x' })
    const first = await serve({ socketPath: at('first.sock') })
    const late = client({ socketPath: at('first.sock'), otherSocketPaths: [at('second.sock')] })
    await expect(late.call(echo, { text: 'y' }, options)).resolves.toMatchObject({ text: 'y' })
    await first.close(0)
    await expect(late.call(echo, { text: 'z' }, options)).resolves.toMatchObject({ text: 'z' })
  })

  test('returns unavailable when neither responds', async () => {
    const api = client({ socketPath: at('none.sock'), otherSocketPaths: [at('nor-this.sock')] })
    await expect(api.call(echo, { text: 'x' }, options)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  })
})

describe('over mutual TLS only', () => {
  const unavailable = { problem: { code: 'unavailable' } }
  const call = (connect: LinkAddress) => client(connect).call(echo, { text: 'x' }, options)

  test('refuses a worker with a certificate of another authority', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: strangerCertificates.server })
    await expect(call({ host: '127.0.0.1', port: server.port ?? 0, tls: certificates.client })).rejects.toMatchObject(
      unavailable,
    )
  })

  test.each([
    ['of another authority', () => ({ ...strangerCertificates.client, ca: certificates.client.ca })],
    ['that is for servers', () => certificates.server],
  ])('refuses a caller with a certificate %s', async (_name, tls) => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    await expect(call({ host: '127.0.0.1', port: server.port ?? 0, tls: tls() })).rejects.toMatchObject(unavailable)
  })

  test('refuses a caller without a certificate', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    const http = connectHttp(`https://127.0.0.1:${server.port}`, { ca: certificates.client.ca })
    http.on('error', () => undefined)
    const stream = http.request({ ':path': '/hello', 'x-link-nonce': 'x' })
    await expect(lengthOf(stream)).rejects.toThrow()
    await until(() => seen.lines.some((line) => line.includes('peer did not return a certificate')))
  })

  test('refuses a certificate for another name', async () => {
    const server = await serve({ host: '127.0.0.1', port: 0, tls: certificates.server })
    const connect = { host: '127.0.0.1', port: server.port ?? 0, tls: certificates.client, serverName: 'elsewhere' }
    await expect(call(connect)).rejects.toMatchObject(unavailable)
    expect(await call({ ...connect, serverName: 'worker' })).toMatchObject({ text: 'x' })
  })
})

describe('over a unix socket only', () => {
  test('only the owner can access the socket', async () => {
    const socketPath = join(folder, 'private', 'link.sock')
    await serve({ socketPath })
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o700)
  })

  test('refuses a folder that every user can enter', async () => {
    await expect(serve({ socketPath: join(tmpdir(), 'longshore-open.sock') })).rejects.toThrow(/open to every user/)
  })

  test('refuses a second worker on the same socket', async () => {
    const socketPath = join(folder, 'shared.sock')
    await serve({ socketPath })
    await expect(serve({ socketPath })).rejects.toThrow(/another worker already listens/)
  })

  test('takes over the socket of a killed worker', async () => {
    const socketPath = join(folder, 'left.sock')
    const program = `require('node:net').createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', program]), 'exit')
    expect((await stat(socketPath)).isSocket()).toBe(true)
    await serve({ socketPath })
    expect(await client({ socketPath }).call(echo, { text: 'x' }, options)).toMatchObject({ text: 'x' })
  })

  test.skipIf(!canMakeNamespaces)('a process without any network makes a call', async () => {
    const socketPath = join(folder, 'alone.sock')
    await serve({ socketPath })
    const program = join(import.meta.dirname, '../../testing/link-caller.ts')
    // No network interface at all, not even loopback.
    const child = spawn('unshare', ['-n', process.execPath, program], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(
      JSON.stringify({ socketPath, key: key.revealBytes().toString('base64'), recipient: sealer.recipient }),
    )
    expect(JSON.parse(await text(child.stdout))).toEqual({ interfaces: [], tcp: 'refused', answer: 'from nowhere' })
  })
})
