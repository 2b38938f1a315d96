/** The context of every topic: a pool, a well-behaved server, and a way to declare the expected outcome of a hostile one. */
import { type AddressPolicy, parseAddressPolicy } from '@longshore/addresses'
import {
  type HostKey,
  RemoteError,
  type RemoteErrorCode,
  type ServerPool,
  type ServerTarget,
} from '@longshore/remote/ssh'
import type { KeyPair } from '../../fixtures/login-key.ts'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { heldMb, MemoryWatch } from '../../support/memory-watch.ts'
import type { Report } from '../../support/report.ts'

export interface TestEnv {
  pool: ServerPool
  /** A real server with Docker 28. */
  target: Target
  hostKeys: readonly HostKey[]
  report: Report
  isQuick: boolean
}

export type Topic = (testEnv: TestEnv) => Promise<void>

export const allow: AddressPolicy = parseAddressPolicy('private,127.0.0.1:1024-65535,[::1]:1024-65535')
export const users: readonly TargetUser[] = ['root', 'deploy']
/** Number of concurrent cases. Their memory usage is measured together. */
export const lanes = 3
const memoryBarMb = 100
export const counts = { cases: 0, worstMs: 0, worstMb: 0 }
let lastId = 0

/** Connection settings of a server. Each has its own id, so its own connection. */
export function reach(
  port: number,
  options: { hostKeys: readonly HostKey[]; key: Pick<KeyPair, 'privateKey'>; username?: string; passphrase?: string },
): ServerTarget {
  lastId += 1
  const { passphrase } = options
  return {
    id: `server-${lastId}`,
    host: '127.0.0.1',
    port,
    username: options.username ?? 'root',
    hostKeys: options.hostKeys,
    loadKey: async () => ({
      privateKey: options.key.privateKey,
      ...(passphrase === undefined ? {} : { passphrase }),
    }),
  }
}

export function reachTarget(testEnv: TestEnv, username: TargetUser, port = testEnv.target.port): ServerTarget {
  return reach(port, { hostKeys: testEnv.hostKeys, key: testEnv.target.keys[username], username })
}

export function pinned(keys: readonly { publicKey: string }[]): HostKey[] {
  return keys.map(({ publicKey }) => {
    const [type = '', key = ''] = publicKey.split(' ')
    return { type, key }
  })
}

/**
 * Must fail with one of the codes, in time, within the memory limit. Its texts are sanitized, and the pool still serves
 * others.
 */
export async function mustFail(
  testEnv: TestEnv,
  what: string,
  expected: { codes: readonly RemoteErrorCode[]; withinMs: number },
  work: () => Promise<unknown>,
): Promise<void> {
  const { report } = testEnv
  counts.cases += 1
  const before = heldMb()
  using watch = new MemoryWatch()
  const startedAt = performance.now()
  const error = await work().then(
    () => undefined,
    (caught: unknown) => caught,
  )
  const ms = Math.round(performance.now() - startedAt)
  const mb = Math.round(watch.peakMb - before)
  counts.worstMs = Math.max(counts.worstMs, ms - expected.withinMs)
  counts.worstMb = Math.max(counts.worstMb, mb)
  const code = error instanceof RemoteError ? error.code : undefined
  const text = error instanceof RemoteError ? `${error.message} ${error.hint}` : ''
  console.error(`    ${what}: ${code ?? String(error)} after ${ms} ms, +${mb} MB`)
  report.expect(
    code !== undefined && expected.codes.includes(code),
    `${what}: ${code ?? String(error)} instead of ${expected.codes.join(' or ')}`,
  )
  report.expectTime(ms <= expected.withinMs, `${what}: ${ms} ms instead of at most ${expected.withinMs}`)
  report.expect(mb < memoryBarMb, `${what}: ${mb} MB more, wanted less than ${memoryBarMb}`)
  report.expect(!/[\p{Cc}\p{Cf}]/u.test(text), `${what}: its text holds control characters`)
}

/** The well-behaved server still responds through the same pool. */
export async function mustStillServe(testEnv: TestEnv, after: string): Promise<void> {
  for (const username of users) {
    const answer = await testEnv.pool.use(
      { ...reachTarget(testEnv, username), id: `good-${username}` },
      (connection) => connection.run(['id', '-un'], { deadlineMs: 10_000 }),
      { deadlineMs: 15_000 },
    )
    testEnv.report.expect(answer.stdout.trim() === username, `after ${after} the pool serves ${username} no more`)
  }
}
