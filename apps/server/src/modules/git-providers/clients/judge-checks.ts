/** What the checks of a commit say together; the words of all kinds of providers. Pure. */
import type { ChecksState } from './git-client.ts'

const passed: ReadonlySet<string> = new Set(['success', 'successful', 'neutral', 'skipped', 'manual', 'warning'])
const open: ReadonlySet<string> = new Set([
  'pending', 'inprogress', 'in_progress', 'queued', 'running', 'created', 'scheduled', 'preparing', 'waiting_for_resource',
  'waiting_for_callback', 'waiting', 'requested',
]) // biome-ignore format: a list

/** What Longshore reports of its own deployments would wait for itself. */
const own = /^longshore\b/i

/** A word that nobody knows is no success. */
export function judgeChecks(checks: readonly { name: string; state: string }[]): ChecksState {
  const states = checks.filter(({ name }) => !own.test(name)).map(({ state }) => state.toLowerCase())
  if (states.length === 0) return 'none'
  if (states.some((state) => !passed.has(state) && !open.has(state))) return 'failure'
  return states.every((state) => passed.has(state)) ? 'success' : 'pending'
}
