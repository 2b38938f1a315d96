/** The trash through the API. */
import type { TrashItem } from '@longshore/sdk'
import { becomesTrue } from './eventually.ts'
import { ask, mustAsk, type ServersContext } from './servers.ts'

type Query = Partial<Record<'kind' | 'projectId' | 'resourceId', string>>

/** Returns the newest hundred items that match. */
export async function listTrash(context: ServersContext, query: Query = {}): Promise<TrashItem[]> {
  const search = new URLSearchParams({ limit: '100', ...query })
  return (await mustAsk<{ items: TrashItem[] }>(context, 'GET', `/trash?${search}`)).items
}

/** Removes what was deleted permanently, as a person who signed in recently. Returns whether it's gone. */
export async function mustPurge(context: ServersContext, resourceId: string): Promise<boolean> {
  const [item] = await listTrash(context, { resourceId })
  if (item === undefined) return false
  await mustAsk<TrashItem>(context, 'DELETE', `/trash/${item.id}`)
  return await becomesTrue(async () => (await ask(context, 'GET', `/trash/${item.id}`)).status === 404)
}
