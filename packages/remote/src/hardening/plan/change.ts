/** One change of a plan: what people see, and what `apply` does. Plain data, stored in the journal of the run. */
import { z } from 'zod'

/** Stages in the order in which they are applied. */
export const stages = [
  'packages',
  'ssh',
  'firewall',
  'fail2ban',
  'sysctl',
  'updates',
  'docker',
  'egress',
  'system',
  'modes',
] as const

const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('install'), packages: z.array(z.string()) }),
  z.object({ kind: z.literal('write'), path: z.string(), mode: z.string(), content: z.string() }),
  z.object({ kind: z.literal('filter_moduli') }),
  z.object({ kind: z.literal('mode'), path: z.string(), mode: z.string(), owner: z.string(), group: z.string() }),
  z.object({ kind: z.literal('firewall'), ports: z.array(z.number()) }),
  z.object({ kind: z.literal('unit'), unit: z.string() }),
])

export const Change = z.object({
  stage: z.enum(stages),
  /** The checks that the change fixes; the first one names it. */
  checks: z.tuple([z.string()], z.string()),
  /** A path, or the name of what is changed when it isn't a single file (`ufw`, `packages`, a unit). */
  file: z.string(),
  before: z.string(),
  after: z.string(),
  risk: z.string(),
  action: Action,
})
export type Change = z.output<typeof Change>
export type Stage = Change['stage']
export type Checks = Change['checks']

/** A requested check that can't be fixed here. */
export const Skipped = z.object({ check: z.string(), reason: z.string() })
export type Skipped = z.output<typeof Skipped>

export interface StagePlan {
  changes: Change[]
  skipped: Skipped[]
}

export function orderOf(change: Pick<Change, 'stage'>): number {
  return stages.indexOf(change.stage) + 1
}
