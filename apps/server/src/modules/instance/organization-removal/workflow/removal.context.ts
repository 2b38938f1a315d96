/** Shared by the removal steps: their tools, the organization, and the handling of leftovers. */
import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { StepContext } from '../../../../platform/durable/workflow.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import type { ServerAccess } from '../../../servers/worker.ts'
import type { Leftover } from '../leftover.schemas.ts'
import type { RemovalSubject } from '../organization-removal.references.ts'
import { type DueRemoval, saveLeftover } from '../removals.system-repository.ts'

export interface RemovalTools {
  readonly database: Database
  readonly access: Pick<ServerAccess, 'use'>
  readonly clock: { wait(ms: number, signal: AbortSignal): Promise<void> }
  /** Removes webhooks at Git providers; returns those that are still there. */
  removeWebhooks(organizationId: OrganizationId, signal: AbortSignal): Promise<{ name: string; code: string }[]>
  /** Removes archives in storage locations; returns the locations that still have some. */
  removeArchives(organizationId: OrganizationId, signal: AbortSignal): Promise<Omit<Leftover, 'kind'>[]>
  /** Removes files that wait for their import. */
  removeUploads(organizationId: OrganizationId): Promise<void>
}

export type Context = StepContext<RemovalSubject>

export function removalOf({ input }: Pick<Context, 'input'>): DueRemoval {
  const { organizationId, userId } = input
  return {
    organizationId: organizationId,
    userId: userId,
  }
}

const shown = 10

/**
 * A forced removal continues. Otherwise it ends here and records what is left; the next attempt is an hour later. Locked
 * archives don't stop it: they can't be removed, possibly for years.
 */
export async function stopAt(
  { database }: Pick<RemovalTools, 'database'>,
  organizationId: OrganizationId,
  { left, isForced }: { left: readonly Leftover[]; isForced: boolean },
): Promise<void> {
  await database.system((tx) => saveLeftover(tx, organizationId, left))
  const blocking = left.filter(({ lockedUntil }) => lockedUntil === undefined)
  if (blocking.length === 0 || isForced) return
  const names = blocking.slice(0, shown).map(({ kind, name, code }) => `${kind} ${name} (${code})`)
  throw new PermanentError('organization_not_removed', `Could not be removed: ${names.join(', ')}.`, {
    hint: 'Longshore retries every hour. If something is gone for good, force the deletion.',
  })
}

export function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.problem.code
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'removal_failed'
}
