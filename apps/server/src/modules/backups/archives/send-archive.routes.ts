/** Sends an archive as a response body, at the speed of the client. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const archiveBytes = {
  content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
}

interface Archive {
  head: { fileName: string; sizeBytes: number }
  body: Readable
}

/** When the client disconnects, reading stops. */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (signal: AbortSignal) => Promise<Archive>,
): Promise<FastifyReply> {
  const gone = new AbortController()
  request.raw.once('close', () => gone.abort(new Error('the reader has left')))
  const { head, body } = await open(gone.signal)
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', head.sizeBytes)
    .header('content-disposition', `attachment; filename="${head.fileName.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(body)
}
