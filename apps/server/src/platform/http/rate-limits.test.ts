import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { createRequestLimit, registerRateLimits } from './rate-limits.ts'

const app = Fastify()
/** Simulates authentication, which takes a moment and comes first. */
let authentication = Promise.resolve()
let waiting = 0
app.addHook('onRequest', async () => {
  waiting += 1
  await authentication
})
let running = 0
let isOpen = Promise.withResolvers<void>()
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof AppError ? error.problem.status : 500).send(),
)
registerRateLimits(app, createRequestLimit({ perMinute: 10_000 }))
app.get('/slow', async () => {
  running += 1
  await isOpen.promise
  running -= 1
  return 'done'
})
app.get('/fast', async () => 'done')
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo
const url = `http://127.0.0.1:${port}`
/** A busy machine needs a while for a hundred connections. */
const patience = { timeout: 8_000 }

describe('requests in flight', () => {
  it('allows at most 100 concurrent requests per caller and asks the next to wait', async () => {
    isOpen = Promise.withResolvers<void>()
    const answers = Array.from({ length: 100 }, () => fetch(`${url}/slow`))
    await vi.waitFor(() => expect(running).toBe(100), patience)
    expect((await fetch(`${url}/fast`)).status).toBe(429)
    isOpen.resolve()
    expect((await Promise.all(answers)).every((answer) => answer.status === 200)).toBe(true)
    expect((await fetch(`${url}/fast`)).status).toBe(200)
  })

  it('releases the slots of clients that disconnect before the response', async () => {
    isOpen = Promise.withResolvers<void>()
    for (let round = 0; round < 2; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 90 }, leaveAfterAsking))
      await vi.waitFor(() => expect(running).toBe(90 * (round + 1)), patience)
      for (const socket of sockets) socket.destroy()
      await vi.waitFor(async () => expect((await fetch(`${url}/fast`)).status).toBe(200), patience)
    }
    isOpen.resolve()
  })

  it('releases the slots of clients that disconnect during authentication', async () => {
    const gate = Promise.withResolvers<void>()
    authentication = gate.promise
    waiting = 0
    const before = await openConnections()
    const sockets = await Promise.all(Array.from({ length: 150 }, leaveAfterAsking))
    await vi.waitFor(() => expect(waiting).toBe(150), patience)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect(await openConnections()).toBeLessThanOrEqual(before), patience)
    gate.resolve()
    await vi.waitFor(async () => expect((await fetch(`${url}/fast`)).status).toBe(200), patience)
    isOpen = Promise.withResolvers<void>()
    const answers = Array.from({ length: 100 }, () => fetch(`${url}/slow`))
    await vi.waitFor(() => expect(running).toBe(100), patience)
    isOpen.resolve()
    await Promise.all(answers)
  })
})

async function openConnections(): Promise<number> {
  return await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}

async function leaveAfterAsking() {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /slow HTTP/1.1\r\nhost: test\r\n\r\n')
  return socket
}
