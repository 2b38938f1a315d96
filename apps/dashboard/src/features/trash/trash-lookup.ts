/** Finds in the trash what was just deleted. */
import type { TrashItem } from '@longshore/sdk'
import { listTrash } from '@longshore/sdk/operations'
import { currentOrganization } from '../../api/organization.ts'
import { waitForRead } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { isStopping, newestKept } from './newest-kept.ts'

export interface TrashTarget {
  kind: TrashItem['kind']
  /** For variables: the ID of their environment. */
  resourceId: string
}

const deadlineMs = 5 * 60_000
const intervalMs = 3_000

export type Lookup = Promise<TrashItem | undefined>

/**
 * Finds what is in the trash already. Call it right after the deletion: later, more can be deleted with the same ID, such as
 * other variables of the environment.
 */
export async function findInTrash(target: TrashTarget): Lookup {
  if (isStopping(target.kind)) return undefined
  const options = { organization: currentOrganization() }
  const page = await client.call(listTrash, { ...target, limit: 1 }, options).catch(() => undefined)
  return newestKept(page?.items ?? [])
}

/** Waits for what first has to stop on its server. */
export async function waitForTrash(target: TrashTarget): Lookup {
  const pick = ({ items }: { items: readonly TrashItem[] }) => newestKept(items)
  return await waitForRead(listTrash, { ...target, limit: 1 }, { pick, deadlineMs, intervalMs })
}
