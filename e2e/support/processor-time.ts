/** Processor time of a process and its children, from the kernel. It shows what limits a ratio. */
import { readdir, readFile } from 'node:fs/promises'

const msPerTick = 10

export async function processorMs(processId: number): Promise<number> {
  const stats = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat))
  const family = stats.filter((stat) => stat?.id === processId || stat?.parent === processId)
  return family.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0)
}

async function readStat(id: string): Promise<{ id: number; parent: number; ms: number } | undefined> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const columns = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = columns
  // utime, stime, and those of exited children.
  const ticks = columns.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { id: Number(id), parent, ms: ticks * msPerTick }
}
