/**
 * Checks whether a server has capacity for a copy of a database next to what it runs, and which versions accept which
 * dumps; pure.
 */
import type { Manifest } from '../engines/manifest.schemas.ts'

export interface Capacity {
  readonly diskFreeBytes: number
  readonly memoryAvailableBytes: number
}

export interface Shortage {
  readonly code: 'not_enough_disk' | 'not_enough_memory'
  readonly needsBytes: number
  readonly hasBytes: number
}

const mebibyte = 1 << 20
/** An engine that serves one client. */
const leastMemoryBytes = 192 * mebibyte
/** An empty database, and the log of its first writes. */
const emptyDiskBytes = 256 * mebibyte
const emptyVolumeBytes = 64 * mebibyte

/** A dump is smaller than the tables with their indexes, and they are written to a log first. */
export function neededCapacity({ engine, plainBytes }: Pick<Manifest, 'engine' | 'plainBytes'>): {
  diskBytes: number
  memoryBytes: number
} {
  // Files are stored as they are, and the Docker Engine itself writes them.
  if (engine === 'volume') return { diskBytes: plainBytes + emptyVolumeBytes, memoryBytes: 0 }
  const inMemory = engine === 'redis' ? 2 * plainBytes : 0
  return { diskBytes: 2 * plainBytes + emptyDiskBytes, memoryBytes: leastMemoryBytes + inMemory }
}

/** Returns null if there is enough capacity. `keepDiskBytes` stays free for what runs there. */
export function findShortage(
  manifest: Pick<Manifest, 'engine' | 'plainBytes'>,
  capacity: Capacity,
  { keepDiskBytes }: { keepDiskBytes: number },
): Shortage | null {
  const { diskBytes, memoryBytes } = neededCapacity(manifest)
  const needsDisk = diskBytes + keepDiskBytes
  if (capacity.diskFreeBytes < needsDisk)
    return { code: 'not_enough_disk', needsBytes: needsDisk, hasBytes: capacity.diskFreeBytes }
  if (capacity.memoryAvailableBytes < memoryBytes)
    return { code: 'not_enough_memory', needsBytes: memoryBytes, hasBytes: capacity.memoryAvailableBytes }
  return null
}

/** Memory for a restore test: at most half of what is free, so that it doesn't affect running apps. */
export function testMemoryBytes(manifest: Pick<Manifest, 'engine' | 'plainBytes'>, capacity: Capacity): number {
  const { memoryBytes } = neededCapacity(manifest)
  const wanted = Math.max(memoryBytes, 512 * mebibyte)
  return Math.max(memoryBytes, Math.min(wanted, Math.floor(capacity.memoryAvailableBytes / 2)))
}

/** An engine accepts dumps of its own version and of older ones. A dump without a version is tried. */
export function canTake(engine: Manifest['engine'], running: string, dumped: string): boolean {
  const [ours, theirs] = [numbersOf(engine, running), numbersOf(engine, dumped)]
  for (const [index, their] of theirs.entries()) {
    const our = ours[index]
    if (our === undefined || our > their) return true
    if (our < their) return false
  }
  return true
}

/** Returns the version parts in which the format can differ; the rest are patch releases. */
function numbersOf(engine: Manifest['engine'], version: string): number[] {
  const found = /^(\d{1,4})(?:\.(\d{1,4}))?/.exec(version)
  const places = engine === 'postgres' ? 1 : 2
  return found === null ? [] : found.slice(1, 1 + places).flatMap((each) => (each === undefined ? [] : [Number(each)]))
}
