/**
 * Registers the operator's own machine as a server, without any account. Idempotent.
 *
 * Decision: docs/decisions/0020-the-control-plane-is-the-first-server.md
 */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordSystemAudit } from '../audit/index.ts'
import { beginContact } from './change-server.action.ts'
import { requireChangeableServer } from './require-server.query.ts'
import { setupCommand } from './server.mapper.ts'
import { sealServerKey } from './server-keys.crypto.ts'
import { insertServerKey } from './server-keys.repository.ts'
import { publishServerUpdated } from './servers.events.ts'
import { insertServer, listServers } from './servers.repository.ts'

export interface HostToRegister {
  name: string
  host: string
  port: number
  username: string
}

const everything = { before: undefined, status: undefined, q: undefined }

/** Returns the shell line that gives Longshore access, to be run on the machine as that user. */
export async function registerHost(
  tx: Tx,
  organizationId: OrganizationId,
  { sealer, ...wanted }: HostToRegister & { sealer: Sealer },
): Promise<string> {
  const { name, host, port, username } = wanted
  const known = (await listServers(tx, organizationId, { ...everything, limit: 200 })).find(
    (row) => row.host === host && row.port === port,
  )
  if (known !== undefined) return setupCommand(known)
  const id = newId('srv')
  const rest = { jumpServerId: null, baseDomain: null, expectedFingerprint: null }
  await insertServer(tx, organizationId, { id, name, host, port, username, ...rest })
  await insertServerKey(
    tx,
    organizationId,
    await sealServerKey(sealer, { serverId: id, organizationId, state: 'current' }),
  )
  const row = await requireChangeableServer(tx, organizationId, id)
  await beginContact(tx, row)
  const target = { targetKind: 'server', targetId: id, detail: wanted }
  await recordSystemAudit(tx, organizationId, { action: 'server.created', ...target })
  await publishServerUpdated(tx, organizationId, { id, action: 'created' })
  return setupCommand(row)
}
