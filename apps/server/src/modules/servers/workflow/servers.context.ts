/** Shared by the server workflows: the subject, and the handling of connection errors. */
import type { AddressPolicy } from '@longshore/addresses'
import {
  failure,
  fingerprintOf,
  type HostKey,
  RemoteError,
  type RemoteErrorCode,
  type RunResult,
  type ServerConnection,
  scanHostKeys,
} from '@longshore/remote/ssh'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { problemOf } from '../connection-problem.remote.ts'
import { recordFinding } from '../record-finding.action.ts'
import type { ServerAccess } from '../server-access.remote.ts'
import type { ServerSubject } from '../servers.references.ts'
import { findServer, type ServerRow } from '../servers.repository.ts'
import type { StoredHostKey } from '../servers.schemas.ts'
import type { Observation } from '../servers.status.ts'

export interface ServerWork {
  database: Database
  access: ServerAccess
  allow: AddressPolicy
  /** Interval between two checks of a server. */
  everyMs: number
  /** Time from a contact to the next check. Defaults to the check interval. */
  afterContactMs?: number
  /** Hook for other modules that runs with each check, over its connection. */
  afterCheck?: AfterCheck
}

export type AfterCheck = (
  server: Subject & { proxy: { status: string; version: string | null } },
  connection: ServerConnection,
  signal: AbortSignal,
) => Promise<void>

export const loginMs = 20_000
export const commandMs = 15_000

type Context = Pick<StepContext<ServerSubject>, 'run' | 'signal' | 'write'>

export interface Subject {
  organizationId: OrganizationId
  id: Id<'srv'>
}

export function subjectOf({ run }: { run: StepContext<ServerSubject>['run'] }): Subject {
  return { organizationId: run.organizationId, id: run.input.serverId }
}

export async function loadServer(work: ServerWork, { organizationId, id }: Subject): Promise<ServerRow> {
  const row = await work.database.tenant(organizationId, (tx) => findServer(tx, organizationId, id))
  if (row === undefined) throw new PermanentError('not_found', 'The server was deleted in the meantime.')
  return row
}

/** Runs network work. An error is stored as the server's problem, and ends the run. */
export async function connectTo<T>(
  work: ServerWork,
  context: Context,
  row: ServerRow,
  does: () => Promise<T>,
): Promise<T> {
  try {
    return await does()
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
    context.signal.throwIfAborted()
    const subject = { organizationId: row.organization_id, id: row.id }
    const problem = problemOf(error, row)
    const isOtherKey = error.code === 'host_key_changed' || error.code === 'host_key_unknown'
    const observation: Observation = { kind: isOtherKey ? 'host_key_changed' : 'missed', problem }
    const offered = isOtherKey ? await offeredKeys(work, row, context.signal) : undefined
    await context.write((tx) =>
      recordFinding(tx, subject.organizationId, subject.id, {
        observation,
        everyMs: work.everyMs,
        generation: row.generation,
        ...(offered === undefined ? {} : { offeredHostKeys: offered }),
      }),
    )
    throw new PermanentError(problem.code, problem.detail, { hint: problem.hint, cause: error })
  }
}

/** Reads the host keys that the server shows. Behind a jump server, as seen from there. */
export async function scanServer(work: ServerWork, row: ServerRow, signal: AbortSignal): Promise<StoredHostKey[]> {
  const keys =
    row.jump_server_id === null
      ? await scanHostKeys(row.host, row.port, { allow: work.allow, deadlineMs: loginMs, signal })
      : await scanFromJump(work, row, row.jump_server_id, signal)
  const pinnedAt = new Date().toISOString()
  return keys.map((key) => ({ ...key, fingerprint: fingerprintOf(key), pinnedAt }))
}

async function scanFromJump(
  work: ServerWork,
  row: ServerRow,
  jumpId: Id<'srv'>,
  signal: AbortSignal,
): Promise<HostKey[]> {
  const argv = ['ssh-keyscan', '-T', '5', '-p', String(row.port), '--', row.host] as const
  const scan = (connection: Pick<ServerConnection, 'run'>) =>
    connection.run(argv, { deadlineMs: commandMs, maxOutputBytes: 65_536, signal })
  const answer = await work.access
    .use(row.organization_id, jumpId, scan, { deadlineMs: loginMs, signal })
    .catch((error: unknown) => {
      if (!(error instanceof RemoteError) || error.code === 'cancelled') throw error
      throw failure('jump_unusable', { detail: error.message, cause: error })
    })
  const keys = readKeyLines(answer.stdout.split('\n').map((line) => line.split(' ').slice(1).join(' ')))
  // A server that shows nothing is unreachable, not one with another key.
  if (keys.length === 0) throw failure(silenceOf(answer), { detail: 'seen from the jump server' })
  return keys
}

function silenceOf({ exitCode, stderr }: RunResult): RemoteErrorCode {
  if (exitCode === 127) return 'jump_unusable'
  if (stderr.includes('refused')) return 'connection_refused'
  return /no route|unreachable/i.test(stderr) ? 'host_unreachable' : 'connection_timeout'
}

/** Parses `type key comment` lines. */
export function readKeyLines(lines: readonly string[]): HostKey[] {
  return lines.slice(0, 50).flatMap((line) => {
    const [type = '', key = ''] = line.trim().split(/\s+/)
    return /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521))$/.test(type) &&
      /^[A-Za-z0-9+/]{40,4000}={0,2}$/.test(key)
      ? [{ type, key }]
      : []
  })
}

async function offeredKeys(work: ServerWork, row: ServerRow, signal: AbortSignal): Promise<StoredHostKey[]> {
  // Without them nothing can be accepted; the next check tries again.
  return await scanServer(work, row, signal).catch(() => [])
}
