/**
 * Graceful shutdown without a failed request. First the server accepts no new connections, so that clients go elsewhere
 * immediately. It still serves open connections, and every response asks its client to use another connection. Only
 * idle connections are closed from our side.
 */
import type { Server } from 'node:http'
import net from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'

const drainMs = 1_500
const pollMs = 25

export function registerDrain(app: FastifyInstance, readiness: Readiness): void {
  // Checked when the response is sent, because the request may have begun before the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) reply.header('connection', 'close')
  })
}

/** Resolves when no connection is open, or when the open ones have been idle for long enough. */
export async function drainConnections(server: Server): Promise<void> {
  // Serve clients that connect in the current turn of the event loop.
  await nextTurn()
  // Don't use the HTTP server's own close: it would also cut connections whose request is in transit.
  net.Server.prototype.close.call(server)
  for (const deadline = Date.now() + drainMs; Date.now() < deadline; await delay(pollMs)) {
    const open = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
    if (open === 0) return
  }
}
