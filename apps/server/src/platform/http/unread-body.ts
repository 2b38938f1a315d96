/**
 * A request that is refused before its body is read: the client may still be sending, and closing at once could cost it the
 * answer. So what it sends is thrown away for a moment, up to the size that a body may have, and then the connection ends.
 */
import type { FastifyInstance } from 'fastify'

const lingerMs = 5_000

export function registerUnreadBody(app: FastifyInstance, options: { lingerBytes: number }): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    if (raw.complete || socket.destroyed) return
    let taken = 0
    const count = (chunk: Buffer) => {
      taken += chunk.length
      if (taken > options.lingerBytes) socket.destroy()
    }
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.on('data', count)
    raw.once('close', () => {
      clearTimeout(timer)
      socket.off('data', count)
    })
  })
}
