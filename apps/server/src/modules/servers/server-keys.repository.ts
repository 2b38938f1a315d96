/** Login keys. Private halves are sealed; only the worker can open them. */
import type { Selectable } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { ServerKeys } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export type ServerKeyState = 'current' | 'next' | 'old'
export type ServerKeyRow = Omit<Selectable<ServerKeys>, 'state'> & { state: ServerKeyState }

export interface NewServerKey {
  id: string
  serverId: Id<'srv'>
  state: ServerKeyState
  isGenerated: boolean
  publicKey: string
  sealedPrivateKey: string
  sealedPassphrase: string | null
}

export async function insertServerKey(tx: Tx, organizationId: OrganizationId, key: NewServerKey): Promise<void> {
  await tx
    .insertInto('server_keys')
    .values({
      id: key.id,
      organization_id: organizationId,
      server_id: key.serverId,
      state: key.state,
      is_generated: key.isGenerated,
      public_key: key.publicKey,
      sealed_private_key: key.sealedPrivateKey,
      sealed_passphrase: key.sealedPassphrase,
    })
    .execute()
}

export async function listServerKeys(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<ServerKeyRow[]> {
  return await tx
    .selectFrom('server_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .$narrowType<{ state: ServerKeyState }>()
    .execute()
}

export async function moveServerKey(
  tx: Tx,
  organizationId: OrganizationId,
  key: { id: string; to: ServerKeyState },
): Promise<void> {
  await tx
    .updateTable('server_keys')
    .set({ state: key.to })
    .where('organization_id', '=', organizationId)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteServerKey(
  tx: Tx,
  organizationId: OrganizationId,
  key: { serverId: Id<'srv'>; state: Exclude<ServerKeyState, 'current'> },
): Promise<void> {
  await tx
    .deleteFrom('server_keys')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', key.serverId)
    .where('state', '=', key.state)
    .execute()
}
