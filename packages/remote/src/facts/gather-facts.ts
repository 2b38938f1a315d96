/** Reads facts about a server. It changes nothing, needs only a login, and reports what it couldn't determine. */
import { lookup } from 'node:dns/promises'
import { isIP, isIPv4 } from 'node:net'
import { isAllowed, parseAddressPolicy } from '@longshore/addresses'
import type { RunResult, ServerConnection } from '../ssh/connection.ts'
import type { RemoteError } from '../ssh/remote-error.ts'
import { type DockerFacts, dockerErrorOf, findDockerError, readDockerFacts } from './docker-facts.ts'
import { plain, readAddresses, readDf, readMeminfo, readOsRelease, readSkew, readUname } from './read-facts.ts'

export interface ServerFacts {
  os: {
    id: string
    version: string
    name: string
    kernel: string
    architecture: string
    sudo: 'root' | 'passwordless' | 'none'
    rebootRequired: boolean
    clockSkewMs: number
  }
  docker: Omit<DockerFacts, 'rootDirectory'> | null
  publicAddresses: { v4: string | null; v6: string | null }
  resources: { cpus: number; memoryBytes: number; swapBytes: number; diskBytes: number; diskFreeBytes: number }
}

export interface GatheredFacts {
  facts: ServerFacts
  /** The reason why Docker can't be used. */
  dockerError: RemoteError | null
}

/** The result of a quick check. */
export interface Heartbeat {
  clockSkewMs: number
  diskBytes: number
  diskFreeBytes: number
  dockerError: RemoteError | null
}

export interface FactOptions {
  deadlineMs: number
  signal?: AbortSignal
}

type Connection = Pick<ServerConnection, 'run' | 'dockerSocket' | 'target' | 'closed'>
const maxOutputBytes = 256 << 10
const publicOnly = parseAddressPolicy('public')

export async function gatherFacts(connection: Connection, options: FactOptions): Promise<GatheredFacts> {
  const ask = asker(connection, options)
  const docker = await readDocker(connection, options)
  const [release, uname, processors, meminfo, disk, clockSkewMs, addresses, sudo, reboot] = await Promise.all([
    ask(['cat', '/etc/os-release']),
    ask(['uname', '-srm']),
    ask(['getconf', '_NPROCESSORS_ONLN']),
    ask(['cat', '/proc/meminfo']),
    readDisk(ask, docker.facts?.rootDirectory ?? '/var/lib/docker'),
    measureSkew(ask),
    readPublicAddresses(ask, connection.target.host),
    ask(['true'], true),
    ask(['test', '-e', '/var/run/reboot-required']),
  ])
  const { id, version, name } = readOsRelease(release.stdout)
  const isRoot = connection.target.username === 'root'
  return {
    facts: {
      os: {
        id,
        version,
        name,
        ...readUname(uname.stdout),
        sudo: isRoot ? 'root' : sudo.exitCode === 0 ? 'passwordless' : 'none',
        rebootRequired: reboot.exitCode === 0,
        clockSkewMs,
      },
      docker: docker.facts === null ? null : withoutRoot(docker.facts),
      publicAddresses: addresses,
      resources: { cpus: readCount(processors.stdout), ...readMeminfo(meminfo.stdout), ...disk },
    },
    dockerError: docker.error,
  }
}

/** Cheap enough for every minute: two commands and a ping of Docker. */
export async function readHeartbeat(connection: Connection, options: FactOptions): Promise<Heartbeat> {
  const ask = asker(connection, options)
  const [clockSkewMs, disk, dockerError] = await Promise.all([
    measureSkew(ask),
    readDisk(ask, '/var/lib/docker'),
    findDockerError(connection, options),
  ])
  return { clockSkewMs, ...disk, dockerError }
}

type Ask = (argv: readonly [string, ...string[]], asRoot?: boolean) => Promise<RunResult>

function asker(connection: Connection, { deadlineMs, signal }: FactOptions): Ask {
  return (argv, asRoot = false) =>
    connection.run(argv, { deadlineMs, maxOutputBytes, asRoot, ...(signal === undefined ? {} : { signal }) })
}

async function readDocker(
  connection: Connection,
  options: FactOptions,
): Promise<{ facts: DockerFacts | null; error: RemoteError | null }> {
  try {
    return { facts: await readDockerFacts(connection, options), error: null }
  } catch (error) {
    return { facts: null, error: dockerErrorOf(error) }
  }
}

async function readDisk(ask: Ask, root: string): Promise<{ diskBytes: number; diskFreeBytes: number }> {
  for (const path of new Set([root, '/'])) {
    const output = await ask(['df', '-P', '-B1', path])
    const found = output.exitCode === 0 ? readDf(output.stdout) : undefined
    if (found !== undefined) return found
  }
  return { diskBytes: 0, diskFreeBytes: 0 }
}

async function measureSkew(ask: Ask): Promise<number> {
  const sentMs = Date.now()
  const { stdout } = await ask(['date', '+%s.%N'])
  return readSkew(stdout, { sentMs, receivedMs: Date.now() })
}

/**
 * IP addresses that hostnames of apps should point to: a public one of the machine, else the one it is reached at
 * (clouds often translate addresses), else any of its own.
 */
async function readPublicAddresses(ask: Ask, host: string): Promise<{ v4: string | null; v6: string | null }> {
  const own = readAddresses((await ask(['ip', '-j', 'addr', 'show', 'scope', 'global'])).stdout)
  const reached = (await resolve(host)).filter((each) => !/^(127\.|::1$)/.test(each))
  const pick = (mine: string[], theirs: string[]) =>
    mine.find(isPublic) ?? theirs.find(isPublic) ?? theirs[0] ?? mine[0] ?? null
  return {
    v4: pick(
      own.v4.filter((each) => isIPv4(each)),
      reached.filter((each) => isIPv4(each)),
    ),
    v6: pick(
      own.v6.filter((each) => isIP(each) === 6),
      reached.filter((each) => isIP(each) === 6),
    ),
  }
}

async function resolve(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.slice(0, 16).map((each) => each.address)
}

function isPublic(address: string): boolean {
  return isAllowed(publicOnly, address, 443)
}

function readCount(text: string): number {
  const count = Number(plain(text, 10))
  return Number.isInteger(count) && count > 0 && count < 100_000 ? count : 1
}

function withoutRoot({ rootDirectory: _, ...facts }: DockerFacts): Omit<DockerFacts, 'rootDirectory'> {
  return facts
}
