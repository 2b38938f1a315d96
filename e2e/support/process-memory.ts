/** Searches the memory of one of Longshore's running processes for bytes. */
import { open, readFile } from 'node:fs/promises'

const step = 8 << 20

/** Undefined if this machine doesn't allow it. */
export async function memoryHolds(processId: number, needles: readonly Buffer[]): Promise<boolean | undefined> {
  const overlap = Math.max(...needles.map((needle) => needle.length))
  try {
    const maps = await readFile(`/proc/${processId}/maps`, 'utf8')
    await using memory = await open(`/proc/${processId}/mem`, 'r')
    const chunk = Buffer.alloc(step + overlap)
    for (const [start, end] of writableRegions(maps)) {
      for (let at = start; at < end; at += step) {
        const length = Math.min(chunk.length, end - at)
        const { bytesRead } = await memory.read(chunk, 0, length, at).catch(() => ({ bytesRead: 0 }))
        const part = chunk.subarray(0, bytesRead)
        if (needles.some((needle) => part.includes(needle))) return true
      }
    }
    return false
  } catch {
    return undefined
  }
}

function writableRegions(maps: string): [number, number][] {
  return [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)].map(([, start = '', end = '']) => [
    Number.parseInt(start, 16),
    Number.parseInt(end, 16),
  ])
}
