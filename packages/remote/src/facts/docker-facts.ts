/** Reads what the Engine reports about itself. */
import { createEngine, EngineError } from '../docker/index.ts'
import { failure, RemoteError, type ServerConnection } from '../ssh/index.ts'
import { plain } from './read-facts.ts'

export interface DockerFacts {
  version: string
  apiVersion: string
  storageDriver: string
  rootless: boolean
  rootDirectory: string
}

interface Limits {
  deadlineMs: number
  signal?: AbortSignal
}
type Connection = Pick<ServerConnection, 'dockerSocket' | 'closed'>

export async function readDockerFacts(connection: Connection, limits: Limits): Promise<DockerFacts> {
  const engine = createEngine(connection)
  return await translate(async () => {
    const [version, info] = await Promise.all([engine.version(limits), engine.info(limits)])
    const root = info.DockerRootDir
    return {
      version: plain(version.Version, 40),
      apiVersion: plain(version.ApiVersion, 20),
      storageDriver: plain(info.Driver, 40),
      rootless: info.SecurityOptions.some((each) => each.includes('rootless')),
      rootDirectory: /^\/[\w./-]{1,255}$/.test(root) ? root : '/var/lib/docker',
    }
  })
}

/** Returns why Docker can't be used now; null when it responds. */
export async function findDockerError(connection: Connection, limits: Limits): Promise<RemoteError | null> {
  try {
    await translate(() => createEngine(connection).ping(limits))
    return null
  } catch (error) {
    return dockerErrorOf(error)
  }
}

/** A problem of Docker is a finding; a problem of the connection stays an error. */
export function dockerErrorOf(error: unknown): RemoteError {
  if (error instanceof RemoteError && /^(docker_|forwarding_)/.test(error.code)) return error
  throw error
}

async function translate<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof EngineError) throw failure('docker_unreachable', { detail: error.message, cause: error })
    throw error
  }
}
