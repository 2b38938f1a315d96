/** All chapters of the walk. Each needs the result of the previous one. */
import type { Report } from '../report.ts'
import { signIn, walkAccount } from './account.ts'
import { walkBackups } from './backups.ts'
import { walkConnector } from './connector.ts'
import { walkFarewell } from './deletions.ts'
import { walkDomain } from './domain.ts'
import { readListed } from './operations.ts'
import { walkProduction } from './production.ts'
import { walkProject } from './project.ts'
import { walkServer } from './server.ts'
import { walkStaging } from './staging.ts'
import type { WalkTestEnv } from './walk-test-env.ts'
import { Walker } from './walker.ts'

/** Every operation of the list must be called and succeed. */
export async function walkAll(testEnv: WalkTestEnv, report: Report): Promise<void> {
  const listed = await readListed(report)
  const walker = new Walker(testEnv.instance, listed, report)
  await walk(walker, testEnv).catch((error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
  report.figure('operations', listed.names.length)
  report.figure('called', walker.called.size)
  for (const name of listed.names) report.expect(walker.called.has(name), `${name} was not called, or did not succeed`)
}

async function walk(walker: Walker, testEnv: WalkTestEnv): Promise<void> {
  await timed('account', () => walkAccount(walker, testEnv.instance))
  const { providerId, projectId } = await timed('project', () => walkProject(walker, testEnv))
  const serverId = await timed('server', () => walkServer(walker, testEnv))
  const server = { id: serverId, target: testEnv.target }
  const productionId = await timed('production', () => walkProduction(walker, projectId, server))
  const stagingId = await timed('staging', () => walkStaging(walker, testEnv, { projectId, serverId }))
  const domainId = await timed('domain', () => walkDomain(walker, testEnv, productionId))
  await signIn(walker)
  await timed('backups', () => walkBackups(walker, testEnv.target, productionId))
  await timed('connector', () => walkConnector(walker, projectId))
  await signIn(walker)
  await timed('farewell', () => walkFarewell(walker, { stagingId, domainId, projectId, providerId, serverId }))
}

async function timed<Result>(name: string, chapter: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await chapter()
  console.error(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}
