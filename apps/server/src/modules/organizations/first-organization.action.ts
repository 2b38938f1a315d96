/**
 * The organization that exists before its owner does. The operator's command registers the machine itself as a server,
 * so that the dashboard has HTTPS when the first account is created. Only the holder of a setup link gets it, because
 * it gives root access to the machine.
 */
import type { Kysely } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import {
  findWaitingOrganization,
  insertMembership,
  insertOrganization,
  listSomeOrganizations,
  lockFirstOrganization,
  nameOrganization,
} from './organizations.system-repository.ts'

const waitingName = 'Longshore'

/** Returns the only organization, or creates one that waits for its owner; undefined if there are several. */
export async function ensureFirstOrganization(tx: Tx): Promise<OrganizationId | undefined> {
  await lockFirstOrganization(tx)
  const [only, another] = await listSomeOrganizations(tx)
  if (another !== undefined) return undefined
  if (only !== undefined) return only
  const id = newId('org')
  await insertOrganization(tx, { id, name: waitingName, personal: true })
  return id
}

/** Gives it to the first account, under the name that its owner chose. Returns false if none waits. */
export async function takeWaitingOrganization(
  tx: Tx,
  { userId, name }: { userId: Id<'usr'>; name: string },
): Promise<boolean> {
  await lockFirstOrganization(tx)
  const id = await findWaitingOrganization(tx)
  if (id === undefined) return false
  await nameOrganization(tx, id, name.slice(0, 100))
  await insertMembership(tx, { id: newId('mem'), organizationId: id, userId, role: 'owner' })
  return true
}

export async function hasWaitingOrganization(db: Kysely<DB>): Promise<boolean> {
  return (await findWaitingOrganization(db)) !== undefined
}
