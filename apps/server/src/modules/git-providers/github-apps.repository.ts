/** The only file that names `git_app_requests`. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface NewAppRequest {
  id: string
  userId: Id<'usr'>
  stateHash: Buffer
  baseUrl: string
  expiresAt: Date
}

/** Inserts a request and deletes the organization's expired ones. */
export async function insertAppRequest(
  tx: Tx,
  organizationId: OrganizationId,
  request: NewAppRequest & { now: Date },
): Promise<void> {
  await tx
    .deleteFrom('git_app_requests')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<', request.now)
    .execute()
  await tx
    .insertInto('git_app_requests')
    .values({
      id: request.id,
      organization_id: organizationId,
      user_id: request.userId,
      state_hash: request.stateHash,
      base_url: request.baseUrl,
      expires_at: request.expiresAt,
    })
    .execute()
}

export async function findAppRequest(
  tx: Tx,
  organizationId: OrganizationId,
  request: { userId: Id<'usr'>; stateHash: Buffer; now: Date },
): Promise<{ baseUrl: string } | undefined> {
  const row = await tx
    .selectFrom('git_app_requests')
    .select('base_url')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', request.userId)
    .where('state_hash', '=', request.stateHash)
    .where('expires_at', '>', request.now)
    .executeTakeFirst()
  return row === undefined ? undefined : { baseUrl: row.base_url }
}

/** Returns false if another request consumed it first. */
export async function takeAppRequest(tx: Tx, organizationId: OrganizationId, stateHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('git_app_requests')
    .where('organization_id', '=', organizationId)
    .where('state_hash', '=', stateHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
