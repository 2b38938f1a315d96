/**
 * Waits for conditions instead of durations. Deadlines only guard against a hang, so they are generous: a busy machine
 * takes ten times as long.
 */
import { setTimeout as delay } from 'node:timers/promises'

export interface Patience {
  /** The deadline; one minute if not given. */
  readonly withinMs?: number
  /** The pause between two reads. */
  readonly everyMs?: number
}

export interface EventuallyOptions<Value> extends Patience {
  /** Decides whether the value is the expected one. Without it, any value except false, null and undefined is. */
  readonly holds?: (value: Value) => boolean
  /** Reads again after an error, for example while a server restarts. Otherwise, an error ends the wait. */
  readonly retriesErrors?: boolean
}

/** Reads until the value holds, and returns it. At the deadline, it throws the description and the last value. */
export async function eventually<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  options: EventuallyOptions<Value> = {},
): Promise<Value> {
  const { holds = isGiven, withinMs = defaultWithinMs, everyMs = defaultEveryMs, retriesErrors = false } = options
  for (const deadline = Date.now() + withinMs; ; await delay(everyMs)) {
    let last: unknown
    try {
      const value = await read()
      if (holds(value)) return value
      last = value
    } catch (error) {
      if (!retriesErrors) throw error
      last = error
    }
    if (Date.now() > deadline) throw new Error(`after ${withinMs / 1_000} s, still not: ${what}; last: ${show(last)}`)
  }
}

/** Reads until the value holds or the deadline has passed, and returns the last value for an assertion. */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
  { withinMs = defaultWithinMs, everyMs = defaultEveryMs }: Patience = {},
): Promise<Value> {
  for (const deadline = Date.now() + withinMs; ; await delay(everyMs)) {
    const value = await read()
    if (holds(value) || Date.now() > deadline) return value
  }
}

/** Whether the condition holds before the deadline. A condition that can't be read doesn't hold yet. */
export async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  { withinMs = defaultWithinMs, everyMs = defaultEveryMs }: Patience = {},
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; ; await delay(everyMs)) {
    const isTrue = await Promise.resolve()
      .then(condition)
      .catch(() => false)
    if (isTrue || Date.now() > deadline) return isTrue
  }
}

const defaultWithinMs = 60_000
const defaultEveryMs = 100

function isGiven(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined
}

function show(last: unknown): string {
  const text = last instanceof Error ? String(last) : (JSON.stringify(last) ?? 'undefined')
  return text.slice(0, 500)
}
