/**
 * The way out without a failed request. First no new connection is accepted, so that clients go elsewhere at once; what comes
 * on open ones is still served, and every answer asks its client to take another connection. Only those that stay quiet are
 * closed from our side.
 */
import type { Server } from 'node:http'
import net from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'

const drainMs = 1_500
const pollMs = 25

export function registerDrain(app: FastifyInstance, readiness: Readiness): void {
  // When the answer is sent, not when the request comes: it may have begun before the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) reply.header('connection', 'close')
  })
}

/** Resolves when no connection is open, or when those that are have been quiet for long enough. */
export async function drainConnections(server: Server): Promise<void> {
  // Right after the turn that accepts: whoever is connected by then is served.
  await nextTurn()
  // Not the server's own close: it would also cut connections whose request is on its way.
  net.Server.prototype.close.call(server)
  for (const deadline = Date.now() + drainMs; Date.now() < deadline; await delay(pollMs)) {
    const open = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
    if (open === 0) return
  }
}
