/** Shared by all hardening steps: the run's row, the connection to the server, and reporting of errors and progress. */
import { Guard, HardeningError } from '@longshore/remote/hardening'
import { RemoteError, type ServerConnection } from '@longshore/remote/ssh'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { explainedStep } from '../../../platform/durable/explained-step.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Run, Step, StepContext, StepOptions } from '../../../platform/durable/workflow.ts'
import { appendRunEvents } from '../../../platform/events/publish.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { ServerAccess } from '../../servers/worker.ts'
import type { HardenSubject } from '../harden.references.ts'
import { findRun, type HardeningRunRow } from '../hardening-runs.repository.ts'

export interface HardeningDeps {
  database: Database
  access: ServerAccess
}

type Context = Pick<StepContext<HardenSubject>, 'run' | 'input' | 'signal'>

export const connectDeadlineMs = 20_000
/** With the pauses between them, enough for a restart of the server. */
export const slowAttempts = 8
/** Error codes that a retry can't change. */
const finalCodes = new Set([
  'address_not_allowed',
  'host_key_unknown',
  'host_key_changed',
  'key_refused',
  'key_unreadable',
  'key_passphrase_needed',
  'key_passphrase_wrong',
])

export function subjectOf({ run, input }: { run: Run<HardenSubject>; input: HardenSubject }) {
  return { organizationId: run.organizationId, serverId: input.serverId, id: brandId<'hrd'>(run.id) }
}

export async function loadRun({ database }: HardeningDeps, context: Context): Promise<HardeningRunRow> {
  const { organizationId, id } = subjectOf(context)
  const row = await database.tenant(organizationId, (tx) => findRun(tx, organizationId, { id }))
  if (row === undefined) throw new PermanentError('run_gone', 'The hardening run no longer exists.')
  return row
}

/** Everything is already in order: later steps do nothing, and the server isn't touched. */
export function isIdle(row: HardeningRunRow): boolean {
  return row.kind === 'harden' && row.changes.length === 0
}

/** Uses the pooled connection, which may be older than the changes: fine for work, but never proof of access. */
export async function onServer<T>(
  { access }: HardeningDeps,
  context: Context,
  work: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const { organizationId, serverId } = subjectOf(context)
  return await access.use(organizationId, serverId, work, { deadlineMs: connectDeadlineMs, signal: context.signal })
}

export function guardOf(connection: ServerConnection, id: Id<'hrd'>, signal: AbortSignal): Guard {
  return new Guard(connection, { id: encodeId('hrd', id), signal })
}

export function windowElapsed(): HardeningError {
  return new HardeningError('window_elapsed', 'The server rolled the changes back before they were confirmed.', {
    hint: 'Everything was restored. Try again with a larger confirmTimeoutSeconds.',
  })
}

/**
 * Creates a step whose errors carry the code and hint of the failure on the server, and whose end is published on the
 * stream.
 */
export function hardeningStep<Output>(options: StepOptions<HardenSubject, Output>): Step<HardenSubject, Output> {
  return explainedStep<HardenSubject, Output>(explainHardening, {
    ...options,
    async run(context) {
      const startedAt = Date.now()
      const output = await options.run(context)
      const { organizationId, id } = subjectOf(context)
      const data = { name: options.name, status: 'succeeded', durationMs: Date.now() - startedAt }
      context.record((tx) => publishRunEvent(tx, { organizationId, id, kind: 'step', data }))
      return output
    },
  })
}

/** `isLast`: no retry follows, so a connection failure is reported as such. */
export function explainHardening(error: unknown, { isLast }: { isLast: boolean }): unknown {
  if (error instanceof HardeningError)
    return new PermanentError(error.code, error.message, { hint: error.hint, cause: error.cause })
  if (error instanceof RemoteError && (isLast || finalCodes.has(error.code)))
    return new PermanentError(error.code, error.message, { hint: error.hint, cause: error })
  return error
}

export async function publishRunEvent(
  tx: Tx,
  event: { organizationId: OrganizationId; id: Id<'hrd'>; kind: 'step' | 'log'; data: unknown },
): Promise<void> {
  const { organizationId, id, kind, data } = event
  await appendRunEvents(tx, { runId: id, organizationId, events: [{ kind, data }] })
}

export async function publishLog(
  context: Pick<StepContext<HardenSubject>, 'run' | 'input' | 'write'>,
  log: { step: string; text: string },
): Promise<void> {
  const { organizationId, id } = subjectOf(context)
  const data = { ...log, stream: 'stdout', at: new Date().toISOString() }
  await context.write((tx) => publishRunEvent(tx, { organizationId, id, kind: 'log', data }))
}
