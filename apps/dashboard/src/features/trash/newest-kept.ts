/** Chooses the item of the trash that an undo restores. Pure. */
import type { TrashItem } from '@longshore/sdk'

const stopping: ReadonlySet<TrashItem['kind']> = new Set(['project', 'environment', 'server'])

/** Whether its deletion takes a while, because something has to stop on a server first. */
export function isStopping(kind: TrashItem['kind']): boolean {
  return stopping.has(kind)
}

/** The list is newest first. An older item belongs to an earlier deletion, so it is never taken instead. */
export function newestKept<Item extends Pick<TrashItem, 'status'>>(items: readonly Item[]): Item | undefined {
  const [newest] = items
  return newest?.status === 'kept' ? newest : undefined
}
