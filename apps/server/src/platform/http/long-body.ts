/**
 * Slow request bodies. A request must arrive within half a minute, whatever its size. Routes for file uploads can allow
 * more time, as long as data keeps arriving.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

const exempt = new WeakSet<Socket>()
const idleMs = 30_000

/** Called when Node reports a request timeout. */
export function canTakeLonger(socket: Socket): boolean {
  return exempt.has(socket)
}

/** Reads the body as long as data keeps arriving. */
export async function* readLongBody(request: IncomingMessage): AsyncGenerator<Buffer> {
  const { socket } = request
  exempt.add(socket)
  const body = request[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await beforeIdle(body.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    exempt.delete(socket)
  }
}

async function beforeIdle<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new AppError(platformProblems.malformed_request, 'The body stopped coming.')),
    idleMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
