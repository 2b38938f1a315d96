/**
 * Samples the resource usage of a server and of our containers: at most two commands, and one request per container.
 */
import { readDf } from '../facts/read-facts.ts'
import type { ServerConnection } from '../ssh/index.ts'
import { type ContainerReading, readContainers } from './container-stats.ts'
import { type HostReading, hostFiles, readHost } from './read-host.ts'

export interface ServerReading {
  atMs: number
  host: HostReading | undefined
  /** Only if it was requested. */
  disk: { diskBytes: number; diskFreeBytes: number } | undefined
  containers: ContainerReading[]
}

export interface SampleOptions {
  instance: string
  /** A disk fills slowly, and a command costs as much as ten containers. */
  withDisk: boolean
  signal: AbortSignal
  deadlineMs: number
}

type Connection = Pick<ServerConnection, 'run' | 'dockerSocket' | 'dockerConnections' | 'closed'>
const maxOutputBytes = 256 << 10

export async function sampleServer(connection: Connection, options: SampleOptions): Promise<ServerReading> {
  const { instance, withDisk, signal, deadlineMs } = options
  const limits = { signal, deadlineMs, maxOutputBytes }
  const [host, disk, containers] = await Promise.all([
    connection.run(['cat', '--', ...hostFiles], limits).then(({ stdout }) => readHost(stdout)),
    // The last line counts: Docker's disk where there is one, otherwise the system's.
    withDisk
      ? connection.run(['df', '-P', '-B1', '--', '/', '/var/lib/docker'], limits).then(({ stdout }) => readDf(stdout))
      : undefined,
    readContainers(connection, { instance, signal, deadlineMs }),
  ])
  return { atMs: Date.now(), host, disk, containers }
}
