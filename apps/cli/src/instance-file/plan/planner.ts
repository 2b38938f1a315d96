/** Parts of a plan: items, comparison, and requests that can be repeated safely after a crash. */
import { createHash } from 'node:crypto'
import { type Client, isProblem, type JsonOperation } from '@longshore/sdk'
import { CliError } from '../../exit-codes.ts'
import { isSame } from '../canonical.ts'
import type { FileNames } from '../file-names.ts'
import { type InstanceFile, isSecretReference } from '../instance-file.ts'
import type { Instance } from '../read-instance.ts'
import { listSecrets, type Secrets } from '../secrets.ts'

export interface FieldChange {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Later phases refer to what earlier ones create. */
export const phases = ['connections', 'shared', 'environments', 'content', 'deletions'] as const
export type Phase = (typeof phases)[number]

export interface PlanItem {
  readonly action: 'create' | 'change' | 'delete' | 'blocked'
  readonly kind: string
  readonly name: string
  /** ID of what is deleted. Something new with the same name has another one. */
  readonly id?: string
  readonly changes: readonly FieldChange[]
  readonly phase: Phase
  /** A consequence to know before you agree, or the reason why it is blocked. */
  readonly note?: string
  run(): Promise<void>
}

export interface PlanOptions {
  readonly prune: boolean
  readonly updateSecrets: boolean
}

export interface Planner {
  readonly client: Client
  readonly instance: Instance
  readonly names: FileNames
  /** An export of the instance as it is now. */
  readonly current: InstanceFile
  readonly secrets: Secrets
  readonly options: PlanOptions
  readonly items: PlanItem[]
  /** Secrets that requests of this plan need and the environment lacks. */
  readonly missingSecrets: Set<string>
  /** Secrets that the instance can generate itself. */
  readonly leftOutSecrets: Set<string>
  /** Servers by name, including those that this run created. */
  readonly serverIds: Map<string, string>
  unchanged: number
}

/** Fields of the entry that differ from what exists. Fields that the entry leaves out stay as they are. */
export function compareFields(planner: Planner, entry: object, existing: object, skip: readonly string[] = []) {
  const before = new Map<string, unknown>(Object.entries(existing))
  return Object.entries(entry).flatMap(([field, after]): FieldChange[] => {
    if (skip.includes(field)) return []
    if (isCovered(after, before.get(field)) && !isNewSecret(planner, after)) return []
    return [{ field, before: before.get(field), after }]
  })
}

/** True if everything in the wanted value is also in the existing one. */
function isCovered(wanted: unknown, existing: unknown): boolean {
  if (isSecretReference(wanted) || !isFields(wanted) || !isFields(existing)) return isSame(wanted, existing)
  const known = new Map(Object.entries(existing))
  return Object.entries(wanted).every(([field, value]) => isCovered(value, known.get(field)))
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNewSecret({ options, secrets }: Planner, value: unknown): boolean {
  return options.updateSecrets && listSecrets(value).some((name) => secrets.has(name))
}

/** Notes which secrets a request needs. */
export function needSecrets(planner: Planner, content: unknown, optional: readonly string[] = []): void {
  const missing = planner.secrets.missingIn(content, optional)
  for (const name of missing) planner.missingSecrets.add(name)
  for (const name of listSecrets(content))
    if (!planner.secrets.has(name) && !missing.includes(name)) planner.leftOutSecrets.add(name)
}

export function requireId(ids: ReadonlyMap<string, string>, kind: string, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new CliError('notFound', `Unknown ${kind} “${name}”.`)
  return id
}

interface Creation {
  /** Content without secrets, which gives the key together with the name. */
  readonly content: unknown
  readonly name: string
  exists(): Promise<boolean>
}

const mostAttempts = 20

/**
 * Creates something once, also if an earlier run was killed after its request was sent. The instance replays the response to a
 * known key for a day, even if the result was deleted since. So a replay counts only if the result exists.
 */
export async function createOnce(
  client: Client,
  operation: JsonOperation<object, unknown>,
  parameters: object,
  { content, name, exists }: Creation,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const about = JSON.stringify([operation.method, operation.path, name, content, attempt])
    const idempotencyKey = createHash('sha256').update(about).digest('hex')
    try {
      const { isReplayed } = await client.send(operation, parameters, { idempotencyKey })
      if (!isReplayed || (await exists())) return
    } catch (error) {
      const isKnownKey = isProblem(error, 'idempotency_key_reused') || isProblem(error, 'idempotency_secret_gone')
      if (!isKnownKey) throw error
      if (await exists()) return
    }
    if (attempt === mostAttempts) throw new CliError('failed', `Couldn't create ${name}.`, 'Try again in a day.')
  }
}

export function changedSincePlan(kind: string, name: string): CliError {
  return new CliError(
    'refused',
    `The ${kind} “${name}” changed after the plan was made.`,
    'Run apply again and check the new plan. What was applied before stays.',
  )
}

/** For lists that the API replaces without a version. Finds changes up to the moment of the request. */
export function requireUnchanged(
  { kind, name }: Pick<PlanItem, 'kind' | 'name'>,
  { planned, now }: { planned: unknown; now: unknown },
): void {
  if (!isSame(planned, now)) throw changedSincePlan(kind, name)
}

/** A change that fails if someone else changed the resource since it was read. */
export async function send<Answer>(
  { client }: Planner,
  operation: JsonOperation<object, Answer>,
  parameters: object,
  version: number,
): Promise<Answer> {
  return await client.call(operation, parameters, { ifMatch: version })
}
