/** The command that undoes a deletion. */
import type { Client, TrashItem } from '@longshore/sdk'
import { listTrash } from '@longshore/sdk/operations'
import type { Line } from '../terminal/text.ts'

export const variablesUndo = 'longshore trash list --kind variables'

/** IDs of items in the trash, or of what was deleted. */
export function undoCommand(...ids: readonly string[]): string {
  return `longshore trash restore ${ids.join(' ')}`
}

export function undoLine(undo: string): Line {
  return { text: `Undo: ${undo}`, style: 'dim' }
}

/** For what is in the trash only after it stopped. Until then, the command fails and can be repeated. */
export function laterUndoLine(undo: string): Line {
  return { text: `Undo when that's done: ${undo}`, style: 'dim' }
}

export async function findUndo(
  client: Client,
  { kind, resourceId }: Pick<TrashItem, 'kind' | 'resourceId'>,
): Promise<string> {
  // The deletion succeeded, so a failed lookup isn't an error. The other ID works, too.
  const page = await client.call(listTrash, { kind, resourceId, limit: 1 }).catch(() => undefined)
  return undoCommand(page?.items[0]?.id ?? resourceId)
}

/**
 * Deletes variables. Returns the items with their values: none if they had none, and undefined if the credential can't list
 * the trash.
 */
export async function deleteVariables(
  client: Client,
  { environmentId, keys, run }: { environmentId: string; keys: readonly string[]; run(): Promise<unknown> },
): Promise<string[] | undefined> {
  const before = await listPrevious(client, environmentId)
  await run()
  const after = await listPrevious(client, environmentId)
  if (before === undefined || after === undefined) return undefined
  const known = new Set(before.map(({ id }) => id))
  return after.flatMap(({ id, name }) => (!known.has(id) && keys.includes(name) ? [id] : []))
}

async function listPrevious(client: Client, environmentId: string): Promise<readonly TrashItem[] | undefined> {
  const query = { kind: 'variables', resourceId: environmentId, limit: 100 } as const
  return (await client.call(listTrash, query).catch(() => undefined))?.items
}
