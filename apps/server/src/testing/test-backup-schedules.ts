/** Backup schedules with a test database and a test folder; there are no servers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import { afterAll } from 'vitest'
import { createBackupConfigsService } from '../modules/backups/schedules/backup-configs.service.ts'
import { createBackupScheduleCalls } from '../modules/backups/schedules/calls/schedules.call.ts'
import { createDestinationsService } from '../modules/backups/schedules/destinations.service.ts'
import { CreateEnvironmentBody } from '../modules/environments/environments.schemas.ts'
import { createEnvironmentsService } from '../modules/environments/environments.service.ts'
import { readProjectFacts } from '../modules/projects/project-facts.query.ts'
import type { Actor } from '../platform/access/actor.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Id } from '../platform/ids/brand.ts'
import { encodeId } from '../platform/ids/type-id.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { directLink } from './direct-link.ts'
import { createTestProjects } from './test-projects.ts'

export async function createTestBackupSchedules(database: Database) {
  const fixture = await createTestProjects(database)
  const folder = await mkdtemp(join(tmpdir(), 'backup-schedules-'))
  afterAll(() => rm(folder, { recursive: true }))
  const runtimes = { use: () => Promise.reject(new Error('no server here')) }
  const outbound = createOutbound({ allow: parseAddressPolicy('public') })
  const tools = { database, unsealer: fixture.unsealer, outbound, runtimes, folder }
  const options = { ...fixture.options, link: directLink(createBackupScheduleCalls(tools)) }
  const destinations = createDestinationsService(options)
  const configs = createBackupConfigsService({ ...options, clock: systemClock, destinations })
  const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
  const environments = createEnvironmentsService({ ...options, dependencies })
  return {
    ...{ fixture, folder, tools, options, destinations, configs },
    async newEnvironment(actor: Actor): Promise<Id<'env'>> {
      const projectId = encodeId('prj', await fixture.analyzed(actor))
      const body = CreateEnvironmentBody.parse({ projectId, name: 'Production' })
      return (await environments.create(actor, body)).id
    },
  }
}
