/** What a server has room for, now. */
import { createEngine } from '../docker/index.ts'
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
  const [version, info, memory] = await Promise.all([
    engine.version(limits),
    engine.info(limits),
    connection.run(['cat', '/proc/meminfo'], limits),
  ])
  const root = /^\/[\w./-]{1,255}$/.test(info.DockerRootDir) ? info.DockerRootDir : '/'
  const disk = await connection.run(['df', '-P', '-B1', '--', root], limits)
  return {
    engineVersion: version.Version,
    architecture: version.Arch,
    cpus: info.NCPU,
    memoryBytes: info.MemTotal,
    memoryAvailableBytes: readAvailableMemory(memory.stdout),
    ...(readDf(disk.stdout) ?? { diskBytes: 0, diskFreeBytes: 0 }),
  }
}
