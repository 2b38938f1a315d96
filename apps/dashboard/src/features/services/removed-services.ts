/** Finds removed services, for changes whose response lists only those that remain. Pure. */
import type { Service } from '@longshore/sdk'
import type { TrashTarget } from '../trash/trash-lookup.ts'

type Named = Pick<Service, 'id' | 'name'>

/** Undefined if no service was removed. */
export function findRemoved(
  before: readonly Named[],
  after: readonly Named[],
): { name: string; items: TrashTarget[] } | undefined {
  const removed = before.filter(({ id }) => after.every((each) => each.id !== id))
  if (removed.length === 0) return undefined
  const items = removed.map(({ id: resourceId }) => ({ kind: 'service' as const, resourceId }))
  return { name: removed.map(({ name }) => name).join(', '), items }
}
