/**
 * Every operation that was asked for is in openapi.json and works: one user calls all of them, in the order in which people come to
 * them, on a real server, with a real forge, DNS, mail and database. What a call begins is waited for and looked at.
 */
import { Report } from '../support/report.ts'
import { signIn, walkAccount } from './spec-walk/account.ts'
import { walkBackups } from './spec-walk/backups.ts'
import { walkConnector } from './spec-walk/connector.ts'
import { walkDomain } from './spec-walk/domain.ts'
import { walkFarewell } from './spec-walk/farewell.ts'
import { readListed } from './spec-walk/operations.ts'
import { walkProduction } from './spec-walk/production.ts'
import { walkProject } from './spec-walk/project.ts'
import { walkServer } from './spec-walk/server.ts'
import { walkStaging } from './spec-walk/staging.ts'
import { Walker } from './spec-walk/walker.ts'
import { openWorld, type WalkWorld } from './spec-walk/world.ts'

const report = new Report('spec-walk')
const listed = await readListed(report)
{
  await using world = await openWorld()
  const walker = new Walker(world.instance, listed, report)
  // Each chapter needs what the one before it made.
  await walk(walker, world).catch((error: unknown) => {
    report.expect(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
  report.figure('operations', listed.names.length)
  report.figure('called', walker.called.size)
  const missed = listed.names.filter((name) => !walker.called.has(name))
  for (const name of missed) report.expect(false, `${name} was not called, or did not succeed`)
}
report.finish()

async function walk(walker: Walker, world: WalkWorld): Promise<void> {
  await timed('account', () => walkAccount(walker, world.instance))
  const { providerId, projectId } = await timed('project', () => walkProject(walker, world))
  const serverId = await timed('server', () => walkServer(walker, world))
  const server = { id: serverId, target: world.target }
  const productionId = await timed('production', () => walkProduction(walker, projectId, server))
  const stagingId = await timed('staging', () => walkStaging(walker, world, { projectId, serverId }))
  const domainId = await timed('domain', () => walkDomain(walker, world, productionId))
  await signIn(walker)
  await timed('backups', () => walkBackups(walker, world.target, productionId))
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
