/** Brings things back from the trash and refreshes every page, because a project returns with everything in it. */
import type { TrashItem } from '@longshore/sdk'
import { restoreTrashItem } from '@longshore/sdk/operations'
import { currentOrganization } from '../../api/organization.ts'
import { refreshAll } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { contentsText } from './contents-text.ts'

/** Returns in words what could not come back; undefined if everything did. */
export async function restoreFromTrash(items: readonly Pick<TrashItem, 'id'>[]): Promise<string | undefined> {
  const leftOut: Record<string, number> = {}
  try {
    for (const { id } of items) {
      const restored = await client.call(restoreTrashItem, { id }, { organization: currentOrganization() })
      for (const [kind, number] of Object.entries(restored.leftOut)) leftOut[kind] = (leftOut[kind] ?? 0) + number
    }
  } finally {
    void refreshAll()
  }
  return contentsText(leftOut)
}
