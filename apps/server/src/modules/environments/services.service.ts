/** The desired list of services. A service keeps its ID as long as its name is in the list. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import type { ConfiguredServices, ConfigureServices } from './environments.schemas.ts'
import { requireChangeableEnvironment, requireEnvironment } from './read-environment.query.ts'
import { readConfiguredServices, replaceServices } from './replace-services.action.ts'
import { requireSoundServices } from './sound-services.policy.ts'

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
      requireSoundServices(body.services)
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
