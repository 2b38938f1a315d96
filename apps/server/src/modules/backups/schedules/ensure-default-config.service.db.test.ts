import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { directLink } from '../../../testing/direct-link.ts'
import { createTestBackupSchedules } from '../../../testing/test-backup-schedules.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { failsWith } from '../../../testing/test-projects.ts'
import { createBackupConfigsService } from './backup-configs.service.ts'
import { createBackupScheduleCalls } from './calls/schedules.call.ts'
import { createDestinationsService } from './destinations.service.ts'
import { createEnsureDefaultConfig } from './ensure-default-config.service.ts'

const { database } = await useTestDatabase()
const schedules = await createTestBackupSchedules(database)
const { fixture, configs, destinations, newEnvironment } = schedules
const make = createEnsureDefaultConfig({ database, configs, isDiskOffered: true })
let actor: Actor
let id: Id<'env'>

beforeEach(async () => {
  actor = await fixture.newActor()
  id = await newEnvironment(actor)
})

const create = (name: string) => destinations.create(actor, { type: 'controlPlane', name })

it('uses the disk of this instance when the organization has no storage location, with the schedule off', async () => {
  await make(actor, id)
  expect(await configs.get(actor, id)).toMatchObject({ enabled: false, destination: { type: 'controlPlane' } })
})

it('uses the only storage location, and leaves existing settings unchanged', async () => {
  const { id: destinationId } = await create('First')
  await make(actor, id)
  expect((await configs.get(actor, id)).destination.id).toBe(destinationId)
  await configs.update(actor, id, { enabled: true })
  await make(actor, id)
  expect(await configs.get(actor, id)).toMatchObject({ enabled: true, version: 2 })
})

it('leaves the choice to a person: several locations, a limited token, a multi-tenant instance, no folder', async () => {
  await make({ ...actor, projectIds: new Set() }, id)
  await createEnsureDefaultConfig({ database, configs, isDiskOffered: false })(actor, id)
  const link = directLink(createBackupScheduleCalls({ ...schedules.tools, folder: null }))
  const noFolder = { ...schedules.options, link, clock: systemClock }
  const others = createBackupConfigsService({ ...noFolder, destinations: createDestinationsService(noFolder) })
  await createEnsureDefaultConfig({ database, configs: others, isDiskOffered: true })(actor, id)
  await create('First')
  await create('Second')
  await make(actor, id)
  await expect(configs.get(actor, id)).rejects.toEqual(failsWith('backups_not_configured'))
})
