/** Combines the checks of a commit, in the terms of all provider kinds. Pure. */

/** Combined state of all checks of a commit, without Longshore's own statuses. */
export type ChecksState = 'none' | 'pending' | 'success' | 'failure'

const passed: ReadonlySet<string> = new Set(['success', 'successful', 'neutral', 'skipped', 'manual', 'warning'])
const open: ReadonlySet<string> = new Set([
  'pending', 'inprogress', 'in_progress', 'queued', 'running', 'created', 'scheduled', 'preparing', 'waiting_for_resource',
  'waiting_for_callback', 'waiting', 'requested',
]) // biome-ignore format: a list

/** Longshore's own statuses don't count; a deployment would wait for itself. */
const own = /^longshore\b/i

/** An unknown state doesn't count as a success. */
export function evaluateChecks(checks: readonly { name: string; state: string }[]): ChecksState {
  const states = checks.filter(({ name }) => !own.test(name)).map(({ state }) => state.toLowerCase())
  if (states.length === 0) return 'none'
  if (states.some((state) => !passed.has(state) && !open.has(state))) return 'failure'
  return states.every((state) => passed.has(state)) ? 'success' : 'pending'
}
