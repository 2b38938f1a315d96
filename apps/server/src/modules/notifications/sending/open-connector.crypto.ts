/** Opens a connector with its secrets, for one use. */
import type { Database } from '../../../platform/database/database.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { listKeys } from '../connector-keys.repository.ts'
import type { ConnectorRow } from '../connectors.repository.ts'
import { connectorConfiguration, connectorKey } from '../sealed-columns.crypto.ts'

export interface OpenConnector {
  config: unknown
  /** Webhook keys, newest first. */
  keys: string[]
}

export async function openConnector(
  { database, unsealer }: { database: Database; unsealer: Unsealer },
  row: ConnectorRow,
): Promise<OpenConnector> {
  const { id, organization_id: organizationId } = row
  const context = contextOf(connectorConfiguration, id, organizationId)
  const config: unknown = JSON.parse((await unsealer.unseal(context, row.sealed_configuration)).reveal())
  if (row.kind !== 'webhook') return { config, keys: [] }
  const sealed = await database.tenant(organizationId, (tx) => listKeys(tx, organizationId, id))
  const keys = await Promise.all(
    sealed.map((key) => unsealer.unseal(contextOf(connectorKey, key.id, organizationId), key.sealed_key)),
  )
  return { config, keys: keys.map((key) => key.reveal()) }
}
