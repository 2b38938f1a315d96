import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { reachPort } from './reach-port.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function reach(port: number, signal = new AbortController().signal) {
  return await reachPort({ addresses: ['127.0.0.1'], port, signal, greetingTimeoutMs: 2_500 })
}

describe('reachPort', () => {
  it('finds SSH and its software', async () => {
    const port = await listen((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'))
    expect(await reach(port)).toMatchObject({
      value: '127.0.0.1',
      outcome: { status: 'ok', detail: `Port ${port} responds with OpenSSH_9.2p1.` },
    })
  })

  it('never shows the text of another service', async () => {
    const greetings = [
      'HTTP/1.1 200 OK\r\nserver: inner-secret\r\n\r\n',
      'inner-secret\r\n',
      'inner-secret'.repeat(2_000),
    ]
    for (const greeting of greetings) {
      const port = await listen((socket) => socket.end(greeting))
      const { outcome, value } = await reach(port)
      expect(value).toBeUndefined()
      expect(outcome).toMatchObject({ status: 'failed', code: 'not_ssh' })
      expect(JSON.stringify(outcome)).not.toContain('secret')
    }
  })

  it('recognizes a web server, which waits for a request', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    expect(await reach(port)).toMatchObject({ outcome: { code: 'not_ssh' } })
  })

  it('distinguishes silence, a closed port, a busy server, and a refusal', async () => {
    const silent = await listen(() => undefined)
    const closing = await listen((socket) => socket.end())
    const busy = await listen((socket) => socket.end('Not allowed at this time\r\n'))
    const [first, second, third] = await Promise.all([reach(silent), reach(closing), reach(busy)])
    expect(first).toMatchObject({ outcome: { code: 'not_ssh' } })
    expect(second).toMatchObject({ outcome: { code: 'connection_lost' } })
    expect(third).toMatchObject({ outcome: { code: 'server_busy' } })
    expect(await reach(1)).toMatchObject({ outcome: { code: 'connection_refused' } })
  })

  it('continues with the next address', async () => {
    const port = await listen((socket) => socket.write('SSH-2.0-x\r\n'))
    const { signal } = new AbortController()
    expect(await reachPort({ addresses: ['127.0.0.9', '127.0.0.1'], port, signal })).toMatchObject({
      value: '127.0.0.1',
    })
  })

  it('ends at once when the caller leaves, and closes its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const port = await listen((socket) => {
      closed = once(socket.resume(), 'close')
    })
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 100)
    await expect(reach(port, abort.signal)).rejects.toThrow()
    await closed
  })
})
