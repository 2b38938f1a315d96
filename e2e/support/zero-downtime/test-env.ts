/**
 * The context of all topics: one target whose ports 80 and 443 are published, and the worker's own code to work on it.
 */
import { parseAddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import { createRuntime, type Runtime } from '@longshore/remote/runtime'
import { createServerPool, type ServerPool, type ServerTarget } from '@longshore/remote/ssh'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import type { Report } from '../report.ts'
import type { Entry, LoadResult } from './load.ts'

export interface TestEnv {
  readonly target: Target
  readonly report: Report
  readonly isQuick: boolean
}

export function entryOf(target: Target, hostname: string): Entry {
  const httpPort = target.published.get(80)
  const httpsPort = target.published.get(443)
  if (httpPort === undefined || httpsPort === undefined) throw new Error('the target publishes 80 and 443')
  return { host: target.host, httpPort, httpsPort, hostname }
}

/** The worker's own runtime, without a control plane. It doesn't build images. */
export async function withRuntime<Result>(
  target: Target,
  { instance, user = 'root' }: { instance: string; user?: TargetUser },
  work: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  const limitsDirectory = await ensureProxyProgram()
  const programs = createProxyPrograms(limitsDirectory)
  await using pool: ServerPool = createServerPool({ allow: parseAddressPolicy(`127.0.0.1:${target.port}`) })
  const server: ServerTarget = {
    id: 'target',
    host: target.host,
    port: target.port,
    username: user,
    hostKeys: await target.readHostKeys(),
    loadKey: async () => ({ privateKey: target.keys[user].privateKey }),
  }
  const options = { instance, programs, buildxProgram: '/nonexistent', limitsDirectory }
  return await pool.use(server, (connection) => work(createRuntime(connection, options)), { deadlineMs: 20_000 })
}

/** No failed request, both versions seen, and enough requests to be significant. */
export function judgeLoad(report: Report, result: LoadResult, wanted: { versions: number; requests: number }): void {
  const { name, requests, failed, failures, versions, p99Ms } = result
  console.error(`    ${name}: ${requests} requests, ${failed} failed, p99 ${p99Ms} ms`)
  report.expect(failed === 0, `${name}: ${failed} of ${requests} requests failed: ${JSON.stringify(failures)}`)
  report.expect(requests >= wanted.requests, `${name}: only ${requests} requests`)
  report.expect(versions.size >= wanted.versions, `${name}: versions seen: ${[...versions].join(', ')}`)
}
