/**
 * The request limit of each caller, its headers, and the cap on concurrent requests. Authentication has its own limits.
 * A caller is a user or a token, or an IP address if there is neither, so attempts to guess credentials or
 * organizations count by IP address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { addressKey } from '../limits/address-key.ts'
import { MemoryLimit } from '../limits/memory-limit.ts'
import type { LimitState } from '../limits/persistent-limit.ts'

const maxInFlight = 100

export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => string

/** Counts one request of a caller and returns the caller's key; throws if the limit is exceeded. */
export function createRequestLimit(options: { perMinute: number }): CountRequest {
  const limit = new MemoryLimit({ name: 'default', limit: options.perMinute, windowSeconds: 60 })
  return (request, reply) => {
    const caller = callerKey(request)
    const state = limit.consume(caller, Date.now())
    writeLimitHeaders(reply, state)
    if (!state.allowed) throw tooMany(state)
    return caller
  }
}

export function registerRateLimits(app: FastifyInstance, countRequest: CountRequest): void {
  const inFlight = new Map<string, number>()
  const release = (caller: string) => {
    const left = (inFlight.get(caller) ?? 1) - 1
    if (left > 0) inFlight.set(caller, left)
    else inFlight.delete(caller)
  }
  // Runs after authentication (hooks run in order), which counts the requests that it refuses.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/health/') === true) return
    if (request.routeOptions.config.ownLimits === true) return
    const caller = countRequest(request, reply)
    const running = inFlight.get(caller) ?? 0
    if (running >= maxInFlight)
      throw new AppError(platformProblems.rate_limited, `More than ${maxInFlight} requests at once.`, {
        retryAfterSeconds: 1,
      })
    // A client that left during authentication emits no further close event.
    const isStream = (request.routeOptions.config.stream ?? false) !== false
    if (isStream || reply.raw.destroyed) return
    inFlight.set(caller, running + 1)
    // The only event that always fires: a client that leaves before the response triggers neither onResponse nor
    // onRequestAbort.
    reply.raw.once('close', () => release(caller))
  })
}

export function writeLimitHeaders(reply: FastifyReply, state: LimitState): void {
  const { name, limit, windowSeconds } = state.policy
  reply.header('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`)
  reply.header('ratelimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`)
}

export function tooMany(state: LimitState): AppError {
  const { limit, windowSeconds } = state.policy
  return new AppError(platformProblems.rate_limited, `More than ${limit} requests in ${windowSeconds} seconds.`, {
    limit: state,
  })
}

function callerKey(request: FastifyRequest): string {
  if (request.actor !== undefined) return request.actor.tokenId ?? request.actor.userId
  if (request.user !== undefined) return request.user.userId
  return addressKey(request.ip)
}
