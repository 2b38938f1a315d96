/** Parses and evaluates /proc/meminfo. */
import { fine, found, type Outcome } from './findings.ts'
import { formatBytes } from './sizes.ts'

/** Providers sell "1 GB" that shows as 960 MB. */
const smallTotal = 900e6
const smallAvailable = 256e6

export function evaluateMemory(meminfo: string): Outcome {
  const total = readField(meminfo, 'MemTotal')
  const available = readField(meminfo, 'MemAvailable')
  if (total === undefined || available === undefined) return found('not_checked')
  const detail = `${formatBytes(available)} of ${formatBytes(total)} are available.`
  return total < smallTotal || available < smallAvailable ? found('memory_low', {}, detail) : fine(detail)
}

function readField(meminfo: string, name: 'MemTotal' | 'MemAvailable'): number | undefined {
  for (const line of meminfo.slice(0, 16_384).split('\n')) {
    const [, key, kilobytes] = /^(\w+):\s+(\d{1,15}) kB/.exec(line) ?? []
    if (key === name) return Number(kilobytes) * 1_024
  }
  return undefined
}
