/** The desired list of services. A service keeps its ID as long as its name is in the list. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import type { ConfiguredServices, ConfigureServices } from './environments.schemas.ts'
import { requireChangeableEnvironment, requireEnvironment } from './read-environment.query.ts'
import { readConfiguredServices, replaceServices } from './replace-services.action.ts'
import { findListFaults } from './service-fields.policy.ts'
import type { ServiceInput } from './services.schemas.ts'

export interface ServicesService {
  configure(actor: Actor, id: Id<'env'>, body: ConfigureServices): Promise<ConfiguredServices>
}

interface Options {
  database: Database
  sealer: Sealer
  dependencies: EnvironmentDependencies
}

export function createServicesService({ database, sealer, dependencies }: Options): ServicesService {
  return {
    async configure(actor, id, body) {
      requireSoundList(body.services)
      const { organizationId } = actor
      return await createOnce(database, actor, async (tx) => {
        const row = await requireChangeableEnvironment(tx, organizationId, id)
        await replaceServices(tx, actor, { row, body, sealer, dependencies })
        const changed = await requireEnvironment(tx, organizationId, id)
        return await readConfiguredServices(tx, actor, { row: changed, dependencies })
      })
    },
  }
}

function requireSoundList(services: readonly ServiceInput[]): void {
  const errors = findListFaults(services).map(({ path, message }) => ({
    pointer: `/services${path}`,
    code: 'invalid',
    message,
  }))
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
}
