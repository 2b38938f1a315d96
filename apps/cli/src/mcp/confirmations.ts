/** Confirmations that a person has not answered yet. */
import { randomUUID } from 'node:crypto'
import type { Plan } from './tool.ts'

const maxOpen = 16
export const confirmWithinMs = 10 * 60_000

interface PendingConfirmation {
  readonly plan: Plan
  /** The tool call that asked for the confirmation. */
  readonly call: string
  readonly askedAt: number
}

export interface Confirmations {
  /** Returns the key that an answer must contain. */
  open(call: string, plan: Plan): string
  /** Takes the plan of an answer, once. Undefined: no such confirmation is pending. */
  take(key: string, call: string): Plan | undefined
}

/**
 * An answer is valid only with the key of a pending confirmation of the same call, and only once. So a request can't contain its
 * own confirmation or reuse one. When too many are pending, the oldest is dropped.
 */
export function createConfirmations(now: () => number = Date.now): Confirmations {
  const open = new Map<string, PendingConfirmation>()
  return {
    open(call, plan) {
      for (const key of [...open.keys()].slice(0, Math.max(0, open.size - maxOpen + 1))) open.delete(key)
      const key = randomUUID()
      open.set(key, { plan, call, askedAt: now() })
      return key
    },
    take(key, call) {
      const found = open.get(key)
      open.delete(key)
      if (found === undefined || found.call !== call || now() - found.askedAt > confirmWithinMs) return undefined
      return found.plan
    },
  }
}
