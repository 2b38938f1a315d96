/** Creates and seals a new database password. A workflow run in the worker applies it. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  environmentProblems,
  findServiceCredential,
  listServices,
  newServicePassword,
  nextServicePassword,
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireIdleEnvironment,
  saveNextPassword,
} from '../../environments/index.ts'
import { rotateCredentials } from './database-logins.references.ts'
import type { Rotation } from './database-logins.schemas.ts'

export interface DatabaseLoginsService {
  rotate(actor: Actor, database: { environmentId: Id<'env'>; serviceId: Id<'svc'> }): Promise<Rotation>
}

export function createDatabaseLoginsService(options: { database: Database; sealer: Sealer }): DatabaseLoginsService {
  const { database, sealer } = options
  return {
    rotate: (actor, { environmentId, serviceId }) =>
      createOnce(database, actor, async (tx) => {
        const { organizationId } = actor
        const row = await requireChangeableEnvironment(tx, organizationId, environmentId)
        const service = (await listServices(tx, organizationId, [environmentId])).find(({ id }) => id === serviceId)
        const credential = await findServiceCredential(tx, organizationId, serviceId)
        if (service === undefined || credential === undefined) throw notFound()
        if (row.live_deployment_id === null) throw new AppError(environmentProblems.environment_not_deployed)
        if (row.stopped_at !== null) throw new AppError(environmentProblems.environment_stopped)
        await requireIdleEnvironment(tx, row)
        const { id } = credential
        const context = contextOf(nextServicePassword, id, organizationId)
        const sealedNextPassword = await sealer.seal(context, newServicePassword())
        await saveNextPassword(tx, organizationId, { id, sealedNextPassword })
        const input = { environmentId, serviceId }
        const runId = await startRun(tx, { workflow: rotateCredentials, key: environmentId, input, organizationId })
        await recordAudit(tx, actor, {
          action: 'environment.credentials_rotated',
          targetKind: 'environment',
          targetId: environmentId,
          detail: { service: service.name },
        })
        const projectId = row.project_id
        const action = 'credentials_rotation_requested'
        await publishEnvironmentUpdated(tx, organizationId, { id: environmentId, projectId, action })
        return { environmentId, serviceId, runId, status: 'queued' }
      }),
  }
}
