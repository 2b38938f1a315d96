/** Backups, newest first → one series of sizes per database or volume, oldest first. */
import type { Backup } from '@longshore/sdk'

export interface SizeSeries {
  name: string
  sizes: number[]
}

export function nameOf({ serviceName, volume }: Pick<Backup, 'serviceName' | 'volume'>): string {
  return volume === null ? serviceName : `${serviceName} / ${volume}`
}

export function toSizeSeries(backups: readonly Backup[]): SizeSeries[] {
  const lines = new Map<string, number[]>()
  for (const backup of backups) {
    if (backup.status !== 'succeeded' || backup.sizeBytes === null) continue
    const name = nameOf(backup)
    lines.set(name, [backup.sizeBytes, ...(lines.get(name) ?? [])])
  }
  return [...lines].map(([name, sizes]) => ({ name, sizes }))
}
