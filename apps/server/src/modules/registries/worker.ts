import type { Database } from '../../platform/database/database.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createRegistryCalls } from './calls/registries.call.ts'
import { createOpenRegistry, type OpenRegistry } from './open-registry.crypto.ts'

export type { OpenRegistry } from './open-registry.crypto.ts'

export interface RegistriesWorker {
  calls: LinkHandler[]
  /** For deployments: returns the credential for an image, or null if there is none. */
  openRegistry: OpenRegistry
}

export function createRegistriesWorker(options: {
  database: Database
  unsealer: Unsealer
  outbound: Outbound
}): RegistriesWorker {
  return { calls: createRegistryCalls(options), openRegistry: createOpenRegistry(options) }
}
