/** Turns audit log IDs, which belong to many kinds, into TypeIDs for the API. */
import { brandId } from '../../platform/ids/brand.ts'
import { encodeId, type IdPrefix } from '../../platform/ids/type-id.ts'

const prefixOfKind: Record<string, IdPrefix> = {
  user: 'usr', token: 'tok', organization: 'org', membership: 'mem', invitation: 'inv', api_token: 'tok', session: 'ses',
  server: 'srv', project: 'prj', environment: 'env', git_provider: 'git', registry: 'reg', deployment: 'dep', alert: 'alr',
  domain: 'dom', backup: 'bkp', backup_destination: 'bds', backup_key: 'bkk', connector: 'ntc', variable: 'var', service: 'svc',
  scheduled_deployment: 'sdp', trash_item: 'trs',
} // biome-ignore format: a table

export function wireId(kind: string, id: string | null): string | null {
  if (id === null) return null
  const prefix = prefixOfKind[kind]
  if (prefix === undefined) throw new Error(`no id prefix is known for ${kind}`)
  return encodeId(prefix, brandId(id))
}
