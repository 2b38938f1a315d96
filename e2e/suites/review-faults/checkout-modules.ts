/** Modules of the checkout under test, by paths that did not change. Their types are those of this checkout, or unknown. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import type { Checkout } from '../../support/checkout.ts'
import type { FaultsWorld } from './finding.ts'

// biome-ignore lint/suspicious/noExplicitAny: another checkout has types of its own
export type Any = any
type DatabaseModule = typeof import('../../../apps/server/src/platform/database/database.ts')
type Worlds = typeof import('../../../apps/server/src/testing/test-deployments.ts')

export async function loadModule({ root }: Pick<Checkout, 'root'>, path: string): Promise<Any> {
  return await import(pathToFileURL(join(root, path)).href)
}

/** One of the server. */
export async function load<Module = Any>(world: FaultsWorld, path: string): Promise<Module> {
  return await loadModule(world.checkout, join('apps/server/src', path))
}

/** A database of the checkout, through its own code. */
export async function openDatabase(world: FaultsWorld): Promise<{ url: string; database: Database }> {
  const { createDatabase } = await load<DatabaseModule>(world, 'platform/database/database.ts')
  const { url } = await world.database()
  return { url, database: createDatabase({ url, poolSize: 8, applicationName: 'longshore-faults' }) }
}

export async function createEnvironment(world: FaultsWorld, database: Database) {
  const { createTestEnvironment } = await load<Worlds>(world, 'testing/test-deployments.ts')
  return await createTestEnvironment(database)
}

/** A database of the checkout with an environment in it, and an owner. */
export async function openEnvironment(
  world: FaultsWorld,
): Promise<{ url: string; database: Any; at: Any } & AsyncDisposable> {
  const { url, database } = await openDatabase(world)
  const at = await createEnvironment(world, database)
  return { url, database, at, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}
