/** What `df -P` says about the disk under Docker's data, read and judged. */
import { fine, found, type Outcome } from './findings.ts'
import { formatBytes } from './sizes.ts'

interface DiskUse {
  total: number
  free: number
}

const full = { bytes: 1e9, share: 0.03 }
const low = { bytes: 5e9, share: 0.1 }
const lowInodeShare = 0.05

/** `blocks` is of `df -P -B1`, `inodes` of `df -P -i`, both of one path. */
export function evaluateDisk(blocks: string, inodes: string): Outcome {
  const space = readDf(blocks)
  if (space === undefined) return found('not_checked')
  const detail = `${formatBytes(space.free)} of ${formatBytes(space.total)} are free.`
  if (isBelow(space, full)) return found('disk_full', {}, detail)
  if (isBelow(space, low)) return found('disk_low', {}, detail)
  const files = readDf(inodes)
  // File systems that make inodes as they need them say 0.
  if (files !== undefined && files.total > 0 && files.free / files.total < lowInodeShare)
    return found('inodes_low', {}, `${files.free} of ${files.total} are free.`)
  return fine(detail)
}

/** A small disk is not low for being small, nor a large one fine for having the last percent free. */
function isBelow(space: DiskUse, limit: typeof full): boolean {
  return space.free < limit.bytes || (space.free / space.total < limit.share && space.free < limit.bytes * 4)
}

/** Total, used, free and the share from the last line of the portable format; names around them may have spaces. */
export function readDf(text: string): DiskUse | undefined {
  const columns = (text.slice(0, 4_096).trim().split('\n').at(-1) ?? '').split(/\s+/)
  const at = columns.findIndex((word, index) => index > 2 && /^(\d{1,3}%|-)$/.test(word))
  const [total = '', used = '', free = ''] = columns.slice(at - 3, at)
  if (at === -1 || ![total, used, free].every((word) => /^\d{1,20}$/.test(word))) return undefined
  return { total: Number(total), free: Number(free) }
}
