/** The trash through the API. */
import type { TrashItem } from '@longshore/sdk'
import { mustAsk, type ServersContext } from './servers.ts'

type Query = Partial<Record<'kind' | 'projectId' | 'resourceId', string>>

/** Returns the newest hundred items that match. */
export async function listTrash(context: ServersContext, query: Query = {}): Promise<TrashItem[]> {
  const search = new URLSearchParams({ limit: '100', ...query })
  return (await mustAsk<{ items: TrashItem[] }>(context, 'GET', `/trash?${search}`)).items
}
