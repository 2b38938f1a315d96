/** Questions that a person has not answered yet. */
import { randomUUID } from 'node:crypto'
import type { Plan } from './tool.ts'

const maxOpen = 16
export const confirmWithinMs = 10 * 60_000

interface PendingConfirmation {
  readonly plan: Plan
  /** The call that the question was asked for. */
  readonly call: string
  readonly askedAt: number
}

export interface Confirmations {
  /** Returns the key that an answer has to carry. */
  open(call: string, plan: Plan): string
  /** The plan that an answer is about, once. Undefined: no such question is open. */
  take(key: string, call: string): Plan | undefined
}

/**
 * An answer counts only with the key of a question that was asked for the same call, and only once: a request that brings its own
 * yes along, or repeats one, is not an answer. When too many are open, the oldest one is dropped.
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
