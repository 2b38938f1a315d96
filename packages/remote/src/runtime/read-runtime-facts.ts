/** Reads the current capacity of a server. */
import { createEngine } from '../docker/index.ts'
import { recentInfo } from '../docker/recent-info.ts'
import { readAvailableMemory, readDf } from '../facts/read-facts.ts'
import type { ServerConnection } from '../ssh/index.ts'
import type { Call, RuntimeFacts } from './runtime.ts'

const defaultDeadlineMs = 30_000

export async function readRuntimeFacts(
  connection: Pick<ServerConnection, 'run' | 'dockerSocket' | 'dockerConnections' | 'closed'>,
  call: Call,
): Promise<RuntimeFacts> {
  const engine = createEngine(connection)
  const { deadlineMs = defaultDeadlineMs, signal } = call
  const limits = { deadlineMs, signal }
  const [{ info, version }, memory, disk] = await Promise.all([
    recentInfo(connection, engine, limits),
    connection.run(['cat', '/proc/meminfo'], limits),
    recentInfo(connection, engine, limits).then(({ info: { DockerRootDir } }) => {
      const root = /^\/[\w./-]{1,255}$/.test(DockerRootDir) ? DockerRootDir : '/'
      return connection.run(['df', '-P', '-B1', '--', root], limits)
    }),
  ])
  return {
    engineVersion: version.Version,
    architecture: version.Arch,
    cpus: info.NCPU,
    memoryBytes: info.MemTotal,
    memoryAvailableBytes: readAvailableMemory(memory.stdout),
    ...(readDf(disk.stdout) ?? { diskBytes: 0, diskFreeBytes: 0 }),
  }
}
