/**
 * States of a server and their transitions; pure. The result of a check is an observation, and `observe` derives the
 * next state. A single miss doesn't count: a connected server keeps its state until it was missed twice in a row.
 */
import type { ServerProblem, ServerStatus } from './servers.schemas.ts'

/** Descriptions of the states, used to generate the reference page. */
export const serverStatusDescriptions: Record<ServerStatus, string> = {
  pending: 'Registered, but no login has worked yet. Longshore retries automatically.',
  connecting: 'The first connection, or the first after a change of host, key, or host keys, is in progress.',
  ready: 'Reachable, managed by this instance, and ready for deployments.',
  degraded: 'Reachable, but `problem` names something that limits its use.',
  unreachable: 'Missed at least two checks in a row after it was reachable. Longshore retries automatically.',
  host_key_changed:
    "The server shows host keys that aren't pinned. Nothing was sent to it. Someone must accept or reject the keys.",
}

/** Lifecycle of a server. */
export const next = {
  pending: ['connecting', 'host_key_changed'],
  connecting: ['pending', 'ready', 'degraded', 'unreachable', 'host_key_changed'],
  ready: ['degraded', 'unreachable', 'host_key_changed', 'connecting'],
  degraded: ['ready', 'unreachable', 'host_key_changed', 'connecting'],
  unreachable: ['ready', 'degraded', 'host_key_changed', 'connecting'],
  host_key_changed: ['connecting'],
} as const satisfies Record<ServerStatus, readonly ServerStatus[]>

export const missesUntilUnreachable = 2

export type Observation =
  /** A contact with a new address, key or pins begins. */
  | { kind: 'contact_began' }
  /** Logged in, and the server is ours. `problem`: what limits its use. */
  | { kind: 'seen'; problem: ServerProblem | null }
  /** Logged in, but another instance manages it. */
  | { kind: 'not_ours'; problem: ServerProblem }
  /** The login failed. */
  | { kind: 'missed'; problem: ServerProblem }
  | { kind: 'host_key_changed'; problem: ServerProblem }

export interface ServerCondition {
  status: ServerStatus
  problem: ServerProblem | null
  /** Number of consecutive misses. */
  misses: number
  /** True after a login has succeeded and claimed the server. */
  wasConnected: boolean
}

export function observe(condition: ServerCondition, observation: Observation): ServerCondition {
  if (observation.kind === 'contact_began') return { ...condition, status: 'connecting', problem: null, misses: 0 }
  // Until a user has decided about the new keys, nothing else counts, whatever an older connection reports.
  if (condition.status === 'host_key_changed') return condition
  switch (observation.kind) {
    case 'host_key_changed':
      return { ...condition, status: 'host_key_changed', problem: observation.problem }
    case 'not_ours':
      return {
        ...condition,
        status: condition.wasConnected ? 'degraded' : 'pending',
        problem: observation.problem,
        misses: 0,
      }
    case 'missed':
      return missed(condition, observation.problem)
    case 'seen':
      // The first login claims the server, and only a contact does that.
      if (condition.status === 'pending') return condition
      return {
        status: observation.problem === null ? 'ready' : 'degraded',
        problem: observation.problem,
        misses: 0,
        wasConnected: true,
      }
  }
}

function missed(condition: ServerCondition, problem: ServerProblem): ServerCondition {
  const misses = condition.misses + 1
  if (!condition.wasConnected) return { ...condition, status: 'pending', problem, misses }
  // A user waits for the outcome of a contact, so it is reported immediately.
  if (condition.status === 'connecting' || misses >= missesUntilUnreachable) {
    return { ...condition, status: 'unreachable', problem, misses }
  }
  return { ...condition, misses }
}
