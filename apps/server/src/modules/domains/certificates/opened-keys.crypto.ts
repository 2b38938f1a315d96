/**
 * Cache of opened private keys of custom certificates. Every load includes all of a server's keys, and opening one
 * takes a millisecond or two of CPU: with hundreds of them, a new hostname would wait for that.
 */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { routePrivateKey } from './route-private-key.crypto.ts'

export type OpenKey = (organizationId: OrganizationId, route: { id: Id<'rte'>; sealed: string }) => Promise<Secret>

const mostKept = 5_000

export function rememberOpened(unsealer: Pick<Unsealer, 'unseal'>, most = mostKept): OpenKey {
  const opened = new Map<string, { sealed: string; key: Secret }>()
  return async (organizationId, { id, sealed }) => {
    const name = `${organizationId}/${id}`
    const known = opened.get(name)
    if (known?.sealed === sealed) return known.key
    const key = await unsealer.unseal(contextOf(routePrivateKey, id, organizationId), sealed)
    const [oldest] = opened.keys()
    if (opened.size >= most && oldest !== undefined && !opened.has(name)) opened.delete(oldest)
    opened.set(name, { sealed, key })
    return key
  }
}
