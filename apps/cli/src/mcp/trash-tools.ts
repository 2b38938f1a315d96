/** Tools for the trash. Only a person can remove something permanently, in the dashboard, so there is no tool for that. */
import { getTrashItem, listTrash, restoreTrashItem } from '@longshore/sdk/operations'
import { isTrashKind, trashKinds } from '../arguments/trash-kinds.ts'
import { formatCounts } from '../terminal/trash-lines.ts'
import { quote } from './quote.ts'
import { type ChangeTool, limitProperty, type ReadTool } from './tool.ts'

/** How an assistant undoes a deletion. Without the item, it has to look for it. */
export function undoOfItem(item: string | undefined): string {
  return item === undefined ? 'Find the item with list_trash.' : `Call restore_trash_item with the item ${item}.`
}

export const trashReadTools: readonly ReadTool[] = [
  {
    name: 'list_trash',
    kind: 'read',
    description:
      'What was deleted and can be restored, newest first, with who deleted it and until when it stays. Restore it with restore_trash_item.',
    needs: ['projects:read'],
    operations: [listTrash],
    properties: {
      kind: { type: 'string', enum: [...trashKinds], description: 'Only items of this kind.' },
      project: { type: 'string', description: 'Only what belonged to this project: ID that starts with prj_.' },
      resource: { type: 'string', description: 'Only what had this ID before it was deleted.' },
      ...limitProperty,
    },
    run: ({ client, text, number }) => {
      const kind = text('kind')
      return client.call(listTrash, {
        kind: kind !== undefined && isTrashKind(kind) ? kind : undefined,
        projectId: text('project'),
        resourceId: text('resource'),
        limit: number('limit'),
      })
    },
  },
]

export const trashChangeTools: readonly ChangeTool[] = [
  {
    name: 'restore_trash_item',
    kind: 'write',
    description:
      'Restores something that was deleted, with its old IDs, settings, and data, and starts what was running. Services and variables take effect with the next deployment. You also need the permission that the deletion needed.',
    needs: ['projects:read', 'projects:write'],
    operations: [getTrashItem, restoreTrashItem],
    properties: { item: { type: 'string', description: 'ID from list_trash. It starts with trs_.' } },
    required: ['item'],
    async plan({ client, text }) {
      const { id, kind, name, contents, deletedBy } = await client.call(getTrashItem, { id: text('item') ?? '' })
      const counts = formatCounts(contents)
      const access = kind === 'member' ? ' This person gets their access and their API tokens back.' : ''
      return {
        question: `Restore the ${kind} ${quote(name)}, which ${quote(deletedBy.name)} deleted${counts === null ? '' : `, with ${counts}`}.${access}`,
        run: () => client.call(restoreTrashItem, { id }),
      }
    },
  },
]
