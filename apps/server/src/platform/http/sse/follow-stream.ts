/** A route's ways into a stream: who owns it comes from the actor, the headers from what the platform has set already. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { toAppError } from '../problem-body.ts'
import { encodeFrame, parseLastEventId } from './sse-frame.ts'
import type { SseWriter } from './sse-writer.ts'
import type { StreamQuery } from './stream-query.schemas.ts'
import type { FollowOptions, OpenOptions, StreamServer } from './stream-server.ts'

export async function followStream(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: StreamServer,
  options: Omit<FollowOptions, 'owner' | 'headers'>,
): Promise<void> {
  // A refusal is thrown before anything is sent, and is answered like any other error.
  await streams.follow(reply.raw, { ...options, ...openOptions(request, reply) })
  reply.hijack()
}

/** The stream of one run, from its beginning or from where the client left it. The caller has checked that it may see it. */
export async function followRun(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: StreamServer,
  run: { id: string; query: StreamQuery },
): Promise<void> {
  await followStream(request, reply, streams, {
    of: 'runs',
    stream: { key: run.id, organizationId: request.actor.organizationId },
    after: resumePoint(request, run.query) ?? 0,
  })
}

/** The last event that the client has; null: it begins. The header wins, since it is what a reconnecting client sets. */
export function resumePoint(request: FastifyRequest, query: Pick<StreamQuery, 'lastEventId'>): number | null {
  return parseLastEventId(request.headers['last-event-id']?.toString() ?? query.lastEventId) ?? null
}

/** A stream that is made while it is sent: no ids, nothing to resume. `end` follows the last event. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: StreamServer,
  events: AsyncIterable<{ event: string; data: unknown }>,
): void {
  const writer = streams.open(reply.raw, openOptions(request, reply))
  reply.hijack()
  void pump(writer, events, (error) => request.log.error({ err: error, requestId: request.id }, 'stream failed'))
}

async function pump(
  writer: SseWriter,
  events: AsyncIterable<{ event: string; data: unknown }>,
  onFault: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const each of events) {
      // At the pace of the reader: whoever makes the events waits with it.
      if (!(await writer.ready()) || !writer.send(encodeFrame(each))) return
    }
    writer.end(encodeFrame({ event: 'end', data: {} }))
  } catch (error) {
    // Whoever has left is told nothing, and most failures are then of their own making.
    if (writer.isClosed) return
    const known = toAppError(error)
    if (known.problem.status >= 500) onFault(error instanceof AppError ? (error.cause ?? error) : error)
    writer.fail({ code: known.problem.code, detail: known.message, hint: known.hint })
  }
}

function openOptions(request: FastifyRequest, reply: FastifyReply): Required<Pick<OpenOptions, 'owner' | 'headers'>> {
  const { organizationId, userId, role, sessionId, tokenId } = request.actor
  const owner = {
    organizationId,
    userId,
    role,
    ...(sessionId === null ? {} : { sessionId }),
    ...(tokenId === null ? {} : { tokenId }),
  }
  return { owner, headers: plainHeaders(reply) }
}

function plainHeaders(reply: FastifyReply): Record<string, string | string[]> {
  const entries = Object.entries(reply.getHeaders()).filter((entry) => entry[1] !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]))
}
