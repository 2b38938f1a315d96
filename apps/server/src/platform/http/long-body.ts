/**
 * Bodies that take their time. A request must arrive within half a minute, whatever its size; for files that is too little, so a
 * route may ask for more, and then what counts is that something keeps coming.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'

const exempt = new WeakSet<Socket>()
const idleMs = 30_000

/** Asked where Node says that a request took too long. */
export function mayTakeLonger(socket: Socket): boolean {
  return exempt.has(socket)
}

/** The body, for as long as it keeps coming. */
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
