/**
 * Handles requests that get a response before their body is read. The client may still be sending, and closing
 * immediately could cost it the response. So the server discards the body up to the size limit; if the client sends
 * more, the connection pauses for a moment, in which the client can read the response, and then ends.
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
      // Pause both, because a flowing request resumes its connection.
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
