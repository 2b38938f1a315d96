/** Items in the trash, for people. */
import type { TrashItem } from '@longshore/sdk'
import { formatBytes, formatStatus, formatWhen } from './format.ts'
import type { Line } from './text.ts'

/** `API token of ada@example.com`: who created the token is what people recognize. */
export function formatDeletedBy({ kind, name }: TrashItem['deletedBy']): string {
  return kind === 'token' ? `API token of ${name}` : name
}

/** `2 services, 14 deployments`; null if there are none. */
export function formatCounts(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts).map(([kind, count]) => `${count} ${nounOf(kind, count)}`)
  return parts.length === 0 ? null : parts.join(', ')
}

export function trashItemLines(item: TrashItem): Line[] {
  const { id, kind, resourceId, name, status, contents, sizeBytes, problem } = item
  const counts = formatCounts(contents)
  return [
    [{ text: name, style: 'bold' }, ` (${kind}, ${resourceId}) is `, formatStatus(status), '.'],
    `  Deleted ${formatWhen(item.deletedAt)} by ${formatDeletedBy(item.deletedBy)}`,
    `  Removed permanently ${formatWhen(item.expiresAt)} (${item.expiresAt})`,
    ...(counts === null ? [] : [`  Deleted with it: ${counts}`]),
    ...(sizeBytes === null ? [] : [`  Disk space: ${formatBytes(sizeBytes)}`]),
    ...(problem === null ? [] : [`  The last attempt to remove it permanently failed: ${problem.detail}`]),
    ...(status === 'kept' ? [`Restore it: longshore trash restore ${id}`] : []),
  ]
}

/** `backupSchedules` becomes `backup schedules`. All of these nouns are plurals that end with s. */
function nounOf(kind: string, count: number): string {
  const plural = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('api tokens', 'API tokens')
  return count === 1 ? plural.replace(/s$/, '') : plural
}
