/** Parses and evaluates the output of `df -P` for the disk with Docker's data. */
import { fine, found, type Outcome } from './findings.ts'
import { formatBytes } from './sizes.ts'

interface DiskUse {
  total: number
  free: number
}

const full = { bytes: 1e9, share: 0.03 }
const low = { bytes: 5e9, share: 0.1 }
const lowInodeShare = 0.05

/** `blocks` is the output of `df -P -B1`, `inodes` that of `df -P -i`, both for the same path. */
export function evaluateDisk(blocks: string, inodes: string): Outcome {
  const space = readDf(blocks)
  if (space === undefined) return found('not_checked')
  const detail = `${formatBytes(space.free)} of ${formatBytes(space.total)} are free.`
  if (isBelow(space, full)) return found('disk_full', {}, detail)
  if (isBelow(space, low)) return found('disk_low', {}, detail)
  const files = readDf(inodes)
  // File systems that create inodes on demand report 0.
  if (files !== undefined && files.total > 0 && files.free / files.total < lowInodeShare)
    return found('inodes_low', {}, `${files.free} of ${files.total} are free.`)
  return fine(detail)
}

/**
 * Combines a relative and an absolute limit: a small disk isn't low because it is small, and a large one isn't fine
 * with only its last percent free.
 */
function isBelow(space: DiskUse, limit: typeof full): boolean {
  return space.free < limit.bytes || (space.free / space.total < limit.share && space.free < limit.bytes * 4)
}

/**
 * Reads total, used, free, and the share from the last line of the portable format. The names around them can contain
 * spaces.
 */
export function readDf(text: string): DiskUse | undefined {
  const columns = (text.slice(0, 4_096).trim().split('\n').at(-1) ?? '').split(/\s+/)
  const at = columns.findIndex((word, index) => index > 2 && /^(\d{1,3}%|-)$/.test(word))
  const [total = '', used = '', free = ''] = columns.slice(at - 3, at)
  if (at === -1 || ![total, used, free].every((word) => /^\d{1,20}$/.test(word))) return undefined
  return { total: Number(total), free: Number(free) }
}
