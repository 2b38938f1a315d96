/** A route's way into a stream: who owns it comes from the actor, the headers from what the platform has set already. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FollowOptions, StreamServer } from './stream-server.ts'

export async function followStream(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: StreamServer,
  options: Omit<FollowOptions, 'owner' | 'headers'>,
): Promise<void> {
  const { organizationId, userId, sessionId, tokenId } = request.actor
  const owner = {
    organizationId,
    userId,
    ...(sessionId === null ? {} : { sessionId }),
    ...(tokenId === null ? {} : { tokenId }),
  }
  // A refusal is thrown before anything is sent, and is answered like any other error.
  await streams.follow(reply.raw, { ...options, owner, headers: plainHeaders(reply) })
  reply.hijack()
}

function plainHeaders(reply: FastifyReply): Record<string, string | string[]> {
  const entries = Object.entries(reply.getHeaders()).filter((entry) => entry[1] !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]))
}
