/**
 * Whether servers run this release's proxy. While two releases run side by side, the newer one has the servers: it
 * installs the proxy and loads configurations. The older one uses what is there, and leaves the rest to the newer one.
 * A release without workers, such as after a downgrade, loses the servers after two minutes.
 */
import { type ProxyPrograms, proxyGeneration, type WantedProxy } from '@longshore/remote/proxy'
import type { Database } from '../../../platform/database/database.ts'
import {
  claimServers,
  findWantedRelease,
  type ProxyRelease,
  type WantedRelease,
} from './proxy-release.system-repository.ts'

export interface ProxyReleaseClaim {
  /** Called once, when the worker starts. */
  start(): Promise<void>
  readWanted(): Promise<WantedProxy>
}

export interface ProxyReleaseOptions {
  database: Pick<Database, 'systemDb'>
  programs: Pick<ProxyPrograms, 'fingerprint'>
  /** For tests: another release, another clock. */
  generation?: number
  nowMs?: () => number
}

const abandonedMs = 120_000

export function createProxyRelease(options: ProxyReleaseOptions): ProxyReleaseClaim {
  const { database, programs, generation = proxyGeneration, nowMs = () => performance.now() } = options
  const findOwn = async (): Promise<ProxyRelease> => ({ generation, programs: await programs.fingerprint() })
  // Measured here, because workers can't report while the database is unreachable.
  let silent = { seenAt: '', sinceMs: 0 }
  const isGivenUp = ({ seenAt }: WantedRelease) => {
    if (silent.seenAt !== seenAt) silent = { seenAt, sinceMs: nowMs() }
    return nowMs() - silent.sinceMs > abandonedMs
  }
  return {
    async start() {
      await claimServers(database.systemDb, { ...(await findOwn()), isStart: true, lastSeenAt: null })
    },
    async readWanted() {
      const own = await findOwn()
      const known = await findWantedRelease(database.systemDb)
      if (known !== undefined && isSame(known, own) && !known.isDue) return { isOwn: true, claim: known.claim }
      const lastSeenAt = known !== undefined && isGivenUp(known) ? known.seenAt : null
      await claimServers(database.systemDb, { ...own, isStart: false, lastSeenAt })
      const now = await findWantedRelease(database.systemDb)
      if (now === undefined) throw new Error('no release has the servers')
      return { isOwn: isSame(now, own), claim: now.claim }
    },
  }
}

function isSame(one: ProxyRelease, other: ProxyRelease): boolean {
  return one.generation === other.generation && one.programs === other.programs
}
