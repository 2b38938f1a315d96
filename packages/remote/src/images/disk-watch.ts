/** Checks a server's disk while something grows on it, and fires before it is full. */
import { setTimeout as wait } from 'node:timers/promises'
import { readDf } from '../facts/read-facts.ts'
import type { ServerConnection } from '../ssh/index.ts'

export interface DiskWatchOptions {
  readonly path: string
  readonly reserveBytes: number
  readonly onLow: (freeBytes: number) => void
  readonly signal: AbortSignal
  readonly everyMs?: number
}

/** Resolves when the signal fires. A failed check is ignored: other code notices the end of the connection. */
export async function watchDisk(connection: Pick<ServerConnection, 'run'>, options: DiskWatchOptions): Promise<void> {
  const { signal, path } = options
  while (!signal.aborted) {
    await wait(options.everyMs ?? 1_000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const free = await freeBytes(connection, path, signal).catch(() => undefined)
    if (free !== undefined && free < options.reserveBytes) return options.onLow(free)
  }
}

export async function freeBytes(
  connection: Pick<ServerConnection, 'run'>,
  path: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { stdout } = await connection.run(['df', '-P', '-B1', path], {
    deadlineMs: 10_000,
    signal,
    maxOutputBytes: 16_384,
  })
  return readDf(stdout)?.diskFreeBytes
}
