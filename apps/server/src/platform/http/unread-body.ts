/**
 * A request that is answered before its body is read: the client may still be sending, and closing at once could cost it the
 * answer. So what comes is thrown away up to the size that a body may have; whoever sends more is left waiting for a moment,
 * in which the answer can be read, and then the connection ends.
 */
import type { FastifyInstance } from 'fastify'

const lingerMs = 5_000
const waitMs = 500

export function registerUnreadBody(app: FastifyInstance, options: { lingerBytes: number }): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    if (raw.complete || socket.destroyed) return
    const end = () => socket.destroy()
    let timer = setTimeout(end, lingerMs)
    let taken = 0
    const count = (chunk: Buffer) => {
      taken += chunk.length
      if (taken <= options.lingerBytes) return
      // Both: a request that flows takes its connection with it.
      raw.pause()
      socket.pause()
      socket.off('data', count)
      clearTimeout(timer)
      timer = setTimeout(end, waitMs)
    }
    socket.on('data', count)
    raw.once('close', () => {
      clearTimeout(timer)
      socket.off('data', count)
    })
  })
}
