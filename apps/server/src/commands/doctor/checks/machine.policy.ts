/** Evaluates free disk space and memory; pure. */
import { type Finding, fault, ok, warning } from '../finding.policy.ts'

export interface Space {
  readonly folder: string
  readonly totalBytes: number
  readonly freeBytes: number
  /** Share of free inodes. */
  readonly freeInodes: number
}

/** Shares, because some disks are small on purpose; capped, because a tenth of a large disk is plenty. */
const nearlyFull = { share: 0.1, bytes: 5e9 }
const full = { share: 0.03, bytes: 1e9 }
/** A machine with 2 GB reports about this much after the kernel has reserved its part. */
const leastMemoryBytes = 1.75e9
const leastAvailableBytes = 150e6

export function evaluateSpace(space: Space): Finding {
  const text = `${space.folder} has ${sizeOf(space.freeBytes)} of ${sizeOf(space.totalBytes)} left`
  const isBelow = ({ share, bytes }: typeof full) =>
    space.freeBytes < Math.min(share * space.totalBytes, bytes) || space.freeInodes < share
  const inodes = space.freeInodes < nearlyFull.share ? ' and almost no inodes left' : ''
  if (isBelow(full)) return fault(`${text}${inodes}`)
  return isBelow(nearlyFull) ? warning(`${text}${inodes}`) : ok(text)
}

export function evaluateMemory(meminfo: string): Finding {
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? 0) * 1_024
  const [total, available] = [read('MemTotal'), read('MemAvailable')]
  const text = `${sizeOf(available)} of ${sizeOf(total)} are available`
  if (total < leastMemoryBytes) return warning(`the machine has ${sizeOf(total)}, less than 2 GB`)
  return available < leastAvailableBytes ? warning(`only ${text}`) : ok(text)
}

/** Returns the most severe finding; among equals the first. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
  const order = ['fault', 'warning', 'ok']
  return findings.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0]
}

function sizeOf(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
