/** Helpers for stream routes: the owner comes from the actor, the headers from what the platform has already set. */
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
  // A refusal is thrown before anything is sent, and handled like any other error.
  await streams.follow(reply.raw, { ...options, ...openOptions(request, reply) })
  reply.hijack()
}

/** Sends the stream of one run, from its beginning or from where the client left off. The caller has checked access. */
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

/**
 * The last event that the client has; null to start at the beginning. The header wins, because a reconnecting client
 * sets it.
 */
export function resumePoint(request: FastifyRequest, query: Pick<StreamQuery, 'lastEventId'>): number | null {
  return parseLastEventId(request.headers['last-event-id']?.toString() ?? query.lastEventId) ?? null
}

/** Sends a stream that is generated while it is sent: no ids, nothing to resume. `end` follows the last event. */
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
      // Applies backpressure: the producer waits for the reader.
      if (!(await writer.ready()) || !writer.send(encodeFrame(each))) return
    }
    writer.end(encodeFrame({ event: 'end', data: {} }))
  } catch (error) {
    // A client that left needs no error, and most failures are then caused by its leaving.
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
