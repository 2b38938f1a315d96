/** Keeps the schedules of an environment's cron services in line with the live release. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { removeOtherSchedules, upsertSchedule } from '../../../platform/durable/schedules.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { FrozenService } from '../release.schemas.ts'
import { runCron } from './jobs.references.ts'

/** Call it in the transaction that makes a release live, or without services when the environment is deleted. */
export async function followCronServices(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, services }: { environmentId: Id<'env'>; services: readonly FrozenService[] },
): Promise<void> {
  const jobs = services.filter((service) => service.kind === 'cron' && service.configuration.schedule !== null)
  for (const { serviceId, configuration } of jobs) {
    const input = { environmentId, serviceId }
    const cron = configuration.schedule ?? ''
    await upsertSchedule(tx, {
      workflow: runCron,
      key: serviceId,
      name: environmentId,
      input,
      organizationId,
      cron,
      timezone: 'UTC',
      missed: 'skip',
    })
  }
  await removeOtherSchedules(tx, {
    workflow: runCron,
    name: environmentId,
    keys: jobs.map((service) => service.serviceId),
  })
}
